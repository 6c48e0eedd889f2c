import type { EntityDocument, EntityField } from '../generated/documents.ts';

// Defaults of an entity's declaration, in one place for the server, sources, forms and generators.

/** Fields that entities have without declaring them; the server sets them. */
export const systemFields = ['version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const;

/** Names of the fields of the system that an entity has. */
export const systemFieldsOf = ({ system }: EntityDocument): readonly (typeof systemFields)[number][] =>
  system === false ? [] : systemFields;

export const entityAddress = (entity: EntityDocument): string => entity.address ?? `/adm/v2/ent/${entity.id}`;

/** Whether the entity has a list of its records, which sources can load. */
export const hasList = ({ routes, address }: EntityDocument): boolean =>
  routes !== false || address !== undefined;

export const entityScreen = (entity: EntityDocument): string => entity.access?.screen ?? entity.id;

export const entityKey = (entity: EntityDocument): string => entity.key ?? 'id';

export const entityDisplay = (entity: EntityDocument): string => entity.display ?? entityKey(entity);

/** Query parameter of the entity's list that searches in all its searchable fields; undefined when it has none. */
export const entitySearch = (entity: EntityDocument): string | undefined =>
  Object.values(entity.fields).some(({ searchable }) => searchable === true) ? 'text' : undefined;

/**
 * Name of a field in requests and replies. References hold keys under it (`ownerId`, `tagsIds`); the records that they refer
 * to stand in replies under the name of the field (`owner`, `tags`).
 */
export const wireName = (name: string, field: EntityField): string =>
  field.wire ?? (isReference(field) ? `${name}Id` : refers(field) ? `${name}Ids` : name);

export const isReference = (field: EntityField): boolean => field.type === 'reference';

/** Whether the field holds the keys of records of another entity, one or several. */
export const refers = (field: EntityField): boolean =>
  isReference(field) || (field.type === 'list' && field.item === 'reference');

/** Whether callers can write the field. */
export const isWritable = (name: string, field: EntityField, entity: EntityDocument): boolean =>
  !field.readOnly && !field.auto && field.compute === undefined && name !== entityKey(entity);
