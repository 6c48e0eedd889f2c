import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { entityDisplay, refers, wireName } from './entity.ts';
import { fieldAccess } from './entity-access.ts';
import { entitySchema } from './entity-schema.ts';
import type { EntityDocument, EntityField, FormField } from '../generated/documents.ts';

/** The declaration of an entity; undefined for one that does not exist. */
export type EntityOf = (id: string) => EntityDocument | undefined;

export function entitiesById(entities: readonly unknown[]): EntityOf {
  const known = new Map(
    entities.filter(isObject).map((one) => [one.id, one as unknown as EntityDocument] as const),
  );
  return (id) => known.get(id);
}

/** Whether a part of a document is a form that takes its schema from an entity. */
export const isEntityForm = (part: JsonObject): part is JsonObject & { entity: string } =>
  part.kind === 'form' && typeof part.entity === 'string' && part.schema === undefined;

/** Keys whose values are data, in which nothing is a form. */
const dataKeys: ReadonlySet<string> = new Set(['schema', 'strings', 'state', 'value']);

const childrenOf = (part: JsonObject): [key: string, child: Json][] =>
  Object.entries(part).filter(([key]) => !dataKeys.has(key));

/** Ids of the entities that the forms of a document take their schemas from: its own, and those inside of a screen. */
export function entitiesOfForms(document: unknown): string[] {
  if (Array.isArray(document)) return document.flatMap(entitiesOfForms);
  if (!isObject(document)) return [];
  if (isEntityForm(document)) return [document.entity];
  return childrenOf(document).flatMap(([, child]) => entitiesOfForms(child));
}

/** The name of a field, of which a form may write nothing else. */
export const fieldName = (field: FormField): string => (typeof field === 'string' ? field : field.field);

function sectionsOf(form: JsonObject): JsonObject[] {
  const sections = isObject(form.ui) && Array.isArray(form.ui.sections) ? form.ui.sections : [];
  return sections.filter(isObject);
}

const fieldsOf = ({ fields }: JsonObject): FormField[] =>
  (Array.isArray(fields) ? fields : []).filter(
    (field) => typeof field === 'string' || (isObject(field) && typeof field.field === 'string'),
  ) as unknown as FormField[];

/** The form with the schema of its entity in it, and its layout as written. */
export function withEntitySchema(form: JsonObject, entity: EntityDocument): JsonObject {
  const named = new Set(sectionsOf(form).flatMap(fieldsOf).map(fieldName));
  const { entity: _, ...rest } = form;
  return { ...rest, schema: entitySchema(entity, named) };
}

/** Choices of a control that the schema does not state: options with their labels, and records of other entities. */
function choicesOf(name: string, field: EntityField, entityOf: EntityOf): JsonObject {
  if (refers(field)) {
    const target = field.entity === undefined ? undefined : entityOf(field.entity);
    const display = target && target.fields[entityDisplay(target)];
    const shown = display ? wireName(entityDisplay(target), display) : null;
    return {
      widget: field.type === 'list' ? 'multiselect' : 'combobox',
      options: {
        entity: field.entity ?? '',
        ...(shown !== null && field.type !== 'list' ? { current: `${name}.${shown}` } : {}),
      },
    };
  }
  if (field.options) return { options: field.options as unknown as Json };
  if (field.type === 'text') return { widget: 'textarea' };
  if (field.format === 'money') return { widget: 'money' };
  if (field.format === 'percent') return { unit: '%' };
  return {};
}

/** Layout of a field: its control, and who gets it. */
function controlOf(entity: EntityDocument, name: string, field: EntityField, entityOf: EntityOf): JsonObject {
  const access = fieldAccess(entity, name);
  return { ...choicesOf(name, field, entityOf), ...(access ? { access: access as unknown as Json } : {}) };
}

/** The layout with the controls of the fields; what it says itself stays. */
function withControls(form: JsonObject, entity: EntityDocument, entityOf: EntityOf): JsonObject {
  const controls = new Map(
    Object.entries(entity.fields).map(([name, field]) => [
      wireName(name, field),
      controlOf(entity, name, field, entityOf),
    ]),
  );
  const { properties } = form.schema as { properties: JsonObject };
  const listed = new Set(sectionsOf(form).flatMap(fieldsOf).map(fieldName));
  const controlled = (field: FormField): Json => {
    const control = controls.get(fieldName(field)) ?? {};
    if (typeof field === 'string') return Object.keys(control).length === 0 ? field : { field, ...control };
    return { ...control, ...(field as unknown as JsonObject) };
  };
  const sections = sectionsOf(form).map((section) => ({
    ...section,
    fields: fieldsOf(section)
      .flatMap((field): FormField[] =>
        field === '*' ? Object.keys(properties).filter((name) => !listed.has(name)) : [field],
      )
      .map(controlled),
  }));
  return { ...form, ui: { ...(form.ui as JsonObject), sections } };
}

/** The texts of the entity by language, under those of the form. */
function withTexts(form: JsonObject, entity: EntityDocument): JsonObject {
  if (!entity.strings) return form;
  const own = isObject(form.strings) ? form.strings : {};
  const strings = Object.entries({ ...(entity.strings as JsonObject), ...own }).map(([language, texts]) => [
    language,
    { ...(entity.strings as Record<string, JsonObject>)[language], ...(isObject(texts) ? texts : {}) },
  ]);
  return { ...form, strings: Object.fromEntries(strings) as JsonObject };
}

/**
 * Puts the schemas, controls and texts of entities into the forms of a document that take them from there, so that opening
 * a form needs no declaration. A form whose entity does not exist stays as it is. Returns the same object when it has none.
 */
export function withEntityForms<Part extends Json>(document: Part, entityOf: EntityOf): Part {
  const visit = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    if (!isEntityForm(part)) {
      const inside = childrenOf(part).map(([key, child]) => [key, visit(child)]);
      return { ...part, ...(Object.fromEntries(inside) as JsonObject) };
    }
    const entity = entityOf(part.entity);
    return entity ? withTexts(withControls(withEntitySchema(part, entity), entity, entityOf), entity) : part;
  };
  return entitiesOfForms(document).length === 0 ? document : (visit(document) as Part);
}
