import {
  compileExpression,
  entityAddress,
  entityDisplay,
  entityKey,
  entityScreen,
  fieldAccess,
  isWritable,
  refers,
  wireName,
  type CompiledExpression,
  type EntityDocument,
  type EntityField,
  type Text,
} from '../../../engine/core/index.ts';
import type { Access } from '../../../contracts/access.ts';
import type { Language } from '../../../contracts/language.ts';
import type { Caller } from '../contract.ts';
import { allows } from '../../../contracts/access.ts';
import { findText } from '../texts.ts';

/** A field of an entity with what its declaration leaves out. */
export interface ModelField {
  name: string;
  wire: string;
  /** Column of the table; of a list of references, the suffix of its link table. */
  column: string;
  field: EntityField;
  type: EntityField['type'];
  writable: boolean;
  /** The entity that the field refers to. */
  target: string | null;
  compute: CompiledExpression | null;
  /** Names of the fields that the field is computed from. */
  reads: readonly string[];
  /** Permission to read and write the field, beside that of the record. */
  access: Access | null;
}

/** A field of another entity that holds keys of this one. */
export interface Referrer {
  model: EntityModel;
  field: ModelField;
}

/** An entity, ready for statements and schemas. */
export interface EntityModel {
  id: string;
  document: EntityDocument;
  table: string;
  address: string;
  screen: string;
  key: ModelField;
  display: ModelField;
  tree: ModelField | null;
  fields: readonly ModelField[];
  byName: ReadonlyMap<string, ModelField>;
  searchable: readonly ModelField[];
  /** Fields of all entities that refer to this one. */
  referrers: Referrer[];
  /** The models of all entities, by id. */
  all: ReadonlyMap<string, EntityModel>;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that the table of an entity has, unless its declaration says otherwise. Their fields can be filtered and ordered as declared ones. */
const system: readonly ModelField[] = (
  [
    ['version', 'integer', null],
    ['createdAt', 'datetime', null],
    ['createdBy', 'reference', 'user'],
    ['updatedAt', 'datetime', null],
    ['updatedBy', 'reference', 'user'],
  ] as const
).map(([name, type, target]) => ({
  name,
  wire: name,
  column: snake(name),
  field: { type, title: `$fields.${name}`, sortable: type === 'datetime', filterable: true },
  type,
  writable: false,
  target,
  compute: null,
  reads: [],
  access: null,
}));

function toField(entity: EntityDocument, name: string, field: EntityField): ModelField {
  const compute = field.compute ? compileExpression(field.compute.$expr) : null;
  return {
    name,
    wire: wireName(name, field),
    column: field.column ?? `${snake(name)}${field.type === 'reference' ? '_id' : ''}`,
    field,
    type: field.type,
    writable: isWritable(name, field, entity),
    target: refers(field) ? (field.entity ?? null) : null,
    compute,
    reads: (compute?.refs ?? []).flatMap(([root, read]) =>
      root === 'row' && read !== undefined ? [read] : [],
    ),
    access: fieldAccess(entity, name),
  };
}

/**
 * Builds the models of all entities, which refer to each other.
 * @throws Error for an entity that cannot have routes.
 */
export function buildModels(documents: readonly EntityDocument[]): Map<string, EntityModel> {
  const models = new Map<string, EntityModel>();
  for (const document of documents) {
    const declared = Object.entries(document.fields).map(([name, field]) => toField(document, name, field));
    const all = document.system === false ? declared : [...declared, ...system];
    const byName = new Map(all.map((field) => [field.name, field]));
    const key = byName.get(entityKey(document));
    const display = byName.get(entityDisplay(document));
    if (key?.type !== 'integer' || display === undefined)
      throw new Error(`the key of the entity "${document.id}" is no integer field`);
    if (document.system === false && document.routes !== false)
      throw new Error(`the entity "${document.id}" has routes, which need the fields of the system`);
    models.set(document.id, {
      id: document.id,
      document,
      table: document.table ?? document.id.replaceAll('-', '_'),
      address: entityAddress(document),
      screen: entityScreen(document),
      key,
      display,
      tree: document.tree === undefined ? null : (byName.get(document.tree) ?? null),
      fields: declared,
      byName,
      searchable: declared.filter(({ field }) => field.searchable),
      referrers: [],
      all: models,
    });
  }
  for (const model of models.values()) {
    for (const field of model.fields) {
      if (field.target === null) continue;
      const target = models.get(field.target);
      if (!target)
        throw new Error(`the entity "${model.id}" refers to "${field.target}", which does not exist`);
      target.referrers.push({ model, field });
    }
  }
  return models;
}

export const isLinkList = (field: ModelField): boolean => field.type === 'list' && field.target !== null;

/** The table of a list of references, with a row for each pair. */
export const linkTable = (model: EntityModel, field: ModelField): string => `${model.table}_${field.column}`;

/** Whether the caller may read and write a field. */
export const mayUse = ({ access }: Pick<ModelField, 'access'>, { grants }: Caller): boolean =>
  access === null || allows(grants, access);

/** The text of a title, label or message of the declaration. */
export function entityText(model: EntityModel, lang: Language, value: Text | undefined): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('$')) return value;
  if (value.startsWith('$$')) return value.slice(1);
  const key = value.slice(1);
  const strings = model.document.strings;
  return strings?.[lang]?.[key] ?? findText(lang, key) ?? strings?.pt?.[key] ?? key;
}

/** The labels of fields by their wire names, for messages. */
export function fieldLabel(model: EntityModel, lang: Language, wire: string): string | null {
  const field = model.fields.find((one) => one.wire === wire || one.name === wire);
  return field ? entityText(model, lang, field.field.title) : null;
}
