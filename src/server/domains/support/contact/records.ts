import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { numberKey, toE164Digits } from '../../../../contracts/phone-number.ts';
import type { RecordWrites } from '../../../kernel/entity/write.ts';
import { AppError } from '../../../kernel/errors.ts';
import { publishContacts } from './chats.ts';
import type { ContactInfoInput } from './numbers.ts';
import type { Consent, Contact } from './rows.ts';
import { takeBackContacts } from './take-back.ts';
import { writeContacts, type ContactInput } from './write.ts';

const texts = ['name', 'surname', 'company', 'additionalInfo', 'consentSource'] as const;

/** Numbers of one text, separated by commas or semicolons. Those that the contact has keep whether they are active. */
function toNumbers(text: string, before: Contact | null): ContactInfoInput[] {
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

/** Fields that a record of the entity's declaration gives of a contact. */
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

/** The refusal of a contact, with its errors of numbers at the one field that a record has for them. */
function atNumbers(error: AppError): AppError {
  const { errors, ...options } = error.options;
  if (!errors) return error;
  return new AppError(error.code, {
    ...options,
    errors: errors.map((one) => (one.path.startsWith('/contactInfo/') ? { ...one, path: '/numbers' } : one)),
  });
}

/** The writes of contacts by records of their entity, as an import and a change of several contacts make them. */
export const contactRecords: RecordWrites = {
  takeBack: takeBackContacts,
  async write(ctx, records) {
    const outcomes = await writeContacts(
      ctx,
      records.map(({ key, body, expected }) => ({
        id: key,
        input: (before) => toInput(body, before),
        ...(expected && { expected }),
      })),
    );
    for (const [done, verb] of [
      ['created', 'create'],
      ['updated', 'update'],
    ] as const) {
      const contacts = outcomes.flatMap((one) =>
        !(one instanceof AppError) && one.done === done ? [one.contact] : [],
      );
      if (contacts.length > 0) await publishContacts(ctx, contacts, verb);
    }
    return outcomes.map((one) =>
      one instanceof AppError
        ? atNumbers(one)
        : { done: one.done, wire: one.contact as unknown as JsonObject },
    );
  },
};
