import { Type, type Static } from 'typebox';
import { authTypes, type AuthType } from '../../../../contracts/user.ts';

const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });
const authType = Type.Unsafe<AuthType>({ type: 'string', enum: [...authTypes] });
const closed = { additionalProperties: false } as const;

/** A text; null and '' are empty. contracts/person.ts limits its length and characters. */
const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const reference = (description: string) =>
  Type.Unsafe<number | '' | null>({
    type: ['integer', 'string', 'null'],
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    maxLength: 0,
    description,
  });

// Lists of types instead of unions, since the serializer would try each branch of a union on each value.
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const idOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const namedOrNull = <Named>(property: string) =>
  Type.Unsafe<Named | null>({
    type: ['object', 'null'],
    required: ['id', property],
    properties: { id: { type: 'integer' }, [property]: { type: 'string' } },
    additionalProperties: false,
  });

/** Schema of `User` in contracts/user.ts. */
export const userReply = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    cpf: textOrNull,
    dateBirth: textOrNull,
    delegateto: idOrNull,
    delegate: namedOrNull<{ id: number; name: string }>('name'),
    managerId: idOrNull,
    manager: namedOrNull<{ id: number; name: string }>('name'),
    companyId: idOrNull,
    company: namedOrNull<{ id: number; name: string }>('name'),
    uoId: idOrNull,
    uo: namedOrNull<{ id: number; title: string }>('title'),
    login: textOrNull,
    photourl: textOrNull,
    authType,
    havePassword: Type.Boolean(),
    isChangePwd: yesNo,
    isUser: yesNo,
    isActive: yesNo,
    createdAt: Type.String(),
    updatedAt: Type.String(),
    version: Type.Integer(),
  },
  closed,
);

/** A single person, with the access groups that it is in. */
export const userWithGroups = Type.Object(
  {
    ...userReply.properties,
    accessGroups: Type.Array(Type.Object({ id: Type.Integer(), nomeGrupo: Type.String() }, closed)),
  },
  closed,
);

const { id, name, ...furtherFields } = userWithGroups.properties;
/** A row of the list: who may only choose people receives id, name and photo. */
export const listedUser = Type.Object(
  { id, name, ...Type.Partial(Type.Object(furtherFields)).properties },
  closed,
);

const writable = {
  name: Type.Optional(text('Required; up to 200 characters.')),
  email: Type.Optional(text('Required; up to 254 characters.')),
  cpf: Type.Optional(text('Both check digits must match; a mask is ignored.')),
  dateBirth: Type.Optional(text('YYYY-MM-DD, from 1900 up to the current year.')),
  delegateto: Type.Optional(reference('Id of the delegate.')),
  managerId: Type.Optional(reference('Id of the manager.')),
  companyId: Type.Optional(reference('Number of the company.')),
  uoId: Type.Optional(reference('Id of the organizational unit.')),
  login: Type.Optional(text('Required of users; unique, whatever the case of its letters.')),
  authType: Type.Optional(authType),
  password: Type.Optional(text('ivHex:cipherHex of 8 to 128 characters; empty leaves it as it is.')),
  confirm_password: Type.Optional(text('ivHex:cipherHex; must equal password when sent.')),
  isChangePwd: Type.Optional(yesNo),
  isUser: Type.Optional(yesNo),
  isActive: Type.Optional(yesNo),
};

export const createBody = Type.Object(writable, closed);
export const updateBody = Type.Object(
  { ...writable, version: Type.Optional(Type.Integer({ minimum: 1 })) },
  closed,
);

/** The body of a create or an update. */
export type UserInput = Static<typeof updateBody>;
