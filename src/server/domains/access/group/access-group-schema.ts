import { Type, type Static } from 'typebox';
import { listQuery } from '../../../kernel/list.ts';
import { textFilter } from '../../../kernel/schema-parts.ts';

const closed = { additionalProperties: false } as const;
export const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const idParams = Type.Object({ id });

/** Most people whom one call adds to a group or removes from it. */
const MAX_MEMBERS = 100_000;
/** Most screens whose permissions one call sets or removes. */
const MAX_SCREENS = 5000;

const flags = {
  flagConsulta: yesNo,
  flagInclusao: yesNo,
  flagAlteracao: yesNo,
  flagExclusao: yesNo,
};

const moduleReply = Type.Object({ id: Type.Integer(), key: Type.String(), title: Type.String() }, closed);

const listed = {
  id: Type.Integer(),
  nomeGrupo: Type.String(),
  description: Type.String(),
  active: yesNo,
  administrators: Type.Boolean({ description: 'Whether the group may do everything, by rule.' }),
  members: Type.Integer({ description: 'Number of people in the group.' }),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
};

export const groupRow = Type.Object(listed, closed);

/** A group with its permissions and members (specification 1, section 3). */
export const groupReply = Type.Object(
  {
    ...listed,
    grupoPermissoes: Type.Array(
      Type.Object(
        { telaId: Type.Integer(), key: Type.String(), title: Type.String(), module: moduleReply, ...flags },
        closed,
      ),
    ),
    specialPermissions: Type.Array(
      Type.Object({ id: Type.Integer(), permission: Type.String(), flgAllow: Type.Boolean() }, closed),
    ),
    grupoUsuarios: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String(),
          photourl: Type.Union([Type.String(), Type.Null()]),
          isActive: yesNo,
          locked: Type.Boolean({ description: 'Whether the person is the last administrator, who stays.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type GroupReply = Static<typeof groupReply>;

const people = (description: string) => Type.Optional(Type.Array(id, { maxItems: MAX_MEMBERS, description }));

const writable = {
  active: Type.Optional(yesNo),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  newUsers: people('Ids of people to add.'),
  removedUsers: people('Ids of people to remove.'),
  newPermissions: Type.Optional(
    Type.Array(Type.Object({ telaId: id, ...flags }, closed), {
      maxItems: MAX_SCREENS,
      description: 'Sets the rows of these screens and leaves the others.',
    }),
  ),
  specialPermissions: Type.Optional(
    Type.Array(Type.Object({ id, flgAllow: Type.Boolean() }, closed), { maxItems: 1000 }),
  ),
  deletedPermScreen: Type.Optional(
    Type.Array(id, { maxItems: MAX_SCREENS, description: 'Screens whose rows are removed.' }),
  ),
};
const nomeGrupo = Type.String({ maxLength: 200, description: 'Required; unique, whatever the case.' });

export const createGroupBody = Type.Object({ nomeGrupo: Type.Optional(nomeGrupo), ...writable }, closed);
export const updateGroupBody = Type.Object(
  { nomeGrupo: Type.Optional(nomeGrupo), ...writable, version: Type.Optional(Type.Integer({ minimum: 1 })) },
  closed,
);

export type GroupBody = Static<typeof createGroupBody>;

export const membershipBody = Type.Object({ grupoAcessoId: id }, closed);

const { filters: _filters, ...pageQuery } = listQuery;

export const groupFilters = {
  ...pageQuery,
  nomeGrupo: textFilter('Contained in the name.'),
  description: textFilter('Contained in the description.'),
  text: textFilter('Contained in name or description.'),
  isActive: Type.Optional(yesNo),
  typeFilter: textFilter('Accepted and ignored.'),
};

export const screenReply = Type.Object(
  {
    id: Type.Integer(),
    key: Type.String(),
    title: Type.String(),
    module: moduleReply,
    may: Type.Object(
      { read: Type.Boolean(), create: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() },
      { ...closed, description: 'Permissions that the caller holds, and so may grant.' },
    ),
  },
  closed,
);

export const permissionModuleReply = Type.Object(
  {
    ...moduleReply.properties,
    specialPermissions: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          description: Type.String(),
          permission: Type.String(),
          module: moduleReply,
          accessGroups: Type.Array(Type.Object({ id: Type.Integer(), nomeGrupo: Type.String() }, closed)),
          flgAllow: Type.Boolean({ description: 'Whether the caller holds it, and so may grant it.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
