import { Type } from 'typebox';
import type { YesNo } from '../../../../contracts/support.ts';
import { MOST_NUMBERS } from './numbers.ts';
import type { Consent } from './rows.ts';
import { date, id, textFilter } from '../../../kernel/schema-parts.ts';

export const yesNo = Type.Unsafe<YesNo>({ type: 'string', enum: ['Y', 'N'] });
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const consents = ['given', 'withdrawn'] as const;

/** Schema of `Contact` in rows.ts. */
export const contactReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  fullName: Type.String(),
  company: Type.String(),
  additionalInfo: Type.String(),
  birthdate: textOrNull,
  active: yesNo,
  contactInfo: Type.Array(
    Type.Object({
      id: Type.Integer(),
      type: Type.Literal('WHATSAPP'),
      data: Type.String({ description: 'Digits with the country code.' }),
      phone: Type.String({
        description: 'As forms take it: without the country code for Brazil, with + for others.',
      }),
      active: yesNo,
      mainContact: yesNo,
    }),
  ),
  numbers: Type.String({ description: 'Its numbers as people read them, the main one first.' }),
  consent: Type.Unsafe<Consent | null>({ type: ['string', 'null'] }),
  consentAt: textOrNull,
  consentSource: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  doubleId: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Another contact of the same name and company.',
  }),
  version: Type.Integer(),
});

/** A day; null and '' are none. */
const day = Type.Optional(Type.Union([date, Type.Null(), Type.Literal('')]));
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

const writable = {
  surname: textFilter('Family name.'),
  company: textFilter('Company that the contact belongs to, as text.'),
  additionalInfo: Type.Optional(Type.String({ maxLength: 10_000 })),
  birthdate: day,
  active: Type.Optional(yesNo),
  consent: Type.Optional(Type.Unsafe<Consent | '' | null>({ enum: [...consents, '', null] })),
  consentAt: day,
  consentSource: textFilter('How the consent is known.'),
  contactInfo: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(id),
        type: Type.Optional(Type.Unsafe<'WHATSAPP'>({ type: 'string', enum: ['WHATSAPP'] })),
        data: Type.Optional(
          Type.String({ maxLength: 100, description: 'A number; one without a country code is of Brazil.' }),
        ),
        phone: Type.Optional(Type.String({ maxLength: 100, description: 'As data, which it replaces.' })),
        active: Type.Optional(yesNo),
        mainContact: Type.Optional(yesNo),
      }),
      { maxItems: MOST_NUMBERS, description: 'All numbers of the contact from now on.' },
    ),
  ),
  fromChat: Type.Optional(
    Type.Union([yesNo, Type.Boolean()], { description: 'Whether a chat is the origin.' }),
  ),
};

export const createBody = Type.Object({
  name,
  ...writable,
  chatId: Type.Optional(
    Type.Union([id, Type.Null()], {
      description: 'With fromChat: the chat that the contact is of, whose number it gets when it names none.',
    }),
  ),
});
export const updateBody = Type.Object({
  name: Type.Optional(name),
  ...writable,
  version: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const contactFilters = {
  type: Type.Optional(
    Type.Unsafe<'WHATSAPP'>({
      enum: ['WHATSAPP'],
      description: 'Only those with an active number of this kind.',
    }),
  ),
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'Contained in name, surname, company or a number.' }),
  ),
  text: Type.Optional(Type.String({ maxLength: 200, description: 'As `name`.' })),
  company: Type.Optional(Type.String({ maxLength: 200, description: 'The company, to the letter.' })),
  active: Type.Optional(Type.Unsafe<YesNo | ''>({ enum: ['Y', 'N', ''] })),
  doubles: Type.Optional(
    Type.Unsafe<'Y' | ''>({ enum: ['Y', ''], description: 'Y: those alone that are likely a person twice.' }),
  ),
  consent: Type.Optional(Type.Unsafe<Consent | 'none' | ''>({ enum: [...consents, 'none', ''] })),
};

/** The other contact of a merge, and the version of the one that stays. */
export const mergeBody = Type.Object({
  otherId: id,
  version: Type.Optional(Type.Integer({ minimum: 1 })),
});
