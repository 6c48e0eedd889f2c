import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { numberKey, toE164Digits } from '../../../../contracts/phone-number.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { RecordWrites } from '../../../kernel/entity/write.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { ExpectedVersion } from '../../../kernel/version.ts';
import { publishContacts } from './chats.ts';
import type { GivenInfo } from './numbers.ts';
import { readContacts, type Consent, type Contact } from './rows.ts';
import { changeContact, createContacts, isUnchanged, type ContactInput } from './write.ts';

const texts = ['name', 'surname', 'company', 'additionalInfo', 'consentSource'] as const;

/** Numbers of one text, separated by commas or semicolons. Those that the contact has keep whether they are active. */
function toNumbers(text: string, before: Contact | null): GivenInfo[] {
  return text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((written, at) => {
      const digits = toE164Digits(written);
      const key = digits === null ? null : numberKey(digits);
      const known = before?.contactInfo.find(({ data }) => numberKey(data) === key);
      return {
        data: known?.data ?? written,
        active: known?.active ?? 'Y',
        mainContact: at === 0 ? 'Y' : 'N',
      };
    });
}

/** What a record of the entity's declaration says of a contact. */
function toInput(body: JsonObject, before: Contact | null): ContactInput {
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  const input: ContactInput = {};
  for (const name of texts) if (body[name] !== undefined) input[name] = text(body[name]);
  if (body['birthdate'] !== undefined) input.birthdate = text(body['birthdate']) || null;
  if (body['consentAt'] !== undefined) input.consentAt = text(body['consentAt']) || null;
  if (body['consent'] !== undefined) input.consent = (text(body['consent']) || null) as Consent | null;
  if (body['isActive'] !== undefined) input.active = body['isActive'] === false ? 'N' : 'Y';
  if (body['numbers'] !== undefined) input.contactInfo = toNumbers(text(body['numbers']), before);
  return input;
}

/** Runs a write, and names its errors of numbers at the one field that a record has for them. */
async function atNumbers<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.errors) throw error;
    const errors = error.options.errors.map((one) =>
      one.path.startsWith('/contactInfo/') ? { ...one, path: '/numbers' } : one,
    );
    throw new AppError(error.code, { ...error.options, errors });
  }
}

/** The writes of contacts by records of their entity, as an import and a change of several contacts make them. */
export const contactRecords: RecordWrites = {
  async create(ctx, body) {
    await contactRecords.createMany(ctx, [body]);
    return body;
  },

  async createMany(ctx, bodies) {
    const contacts = await atNumbers(() =>
      createContacts(
        ctx,
        bodies.map((body) => toInput(body, null)),
      ),
    );
    await publishContacts(ctx, contacts, 'create');
  },

  async change(ctx: Context, key: number, body: JsonObject, expected: ExpectedVersion) {
    const [before] = await readContacts(ctx.db, [key]);
    if (!before) throw notFound();
    const { contact, changed } = await atNumbers(() =>
      changeContact(ctx, key, toInput(body, before), expected),
    );
    return { wire: contact as unknown as JsonObject, changed };
  },

  async unchanged(ctx, bodies) {
    const contacts = await readContacts(ctx.db, [...bodies.keys()]);
    return new Set(
      contacts
        .filter((contact) => isUnchanged(contact, toInput(bodies.get(contact.id) ?? {}, contact)))
        .map(({ id }) => id),
    );
  },
};
