import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { mapChildNodes, mapNodes, nodeLists } from './node-lists.ts';
import { withOptionLabels } from './option-labels.ts';

type Change = (old: JsonObject) => JsonObject;

/** The object with the value of a key changed, if it is an object or a list. */
const changed = (owner: JsonObject, key: string, change: (value: Json) => Json): JsonObject =>
  isObject(owner[key]) || Array.isArray(owner[key]) ? { ...owner, [key]: change(owner[key]) } : owner;

const each =
  (change: Change) =>
  (list: Json): Json =>
    Array.isArray(list) ? list.map((item) => (isObject(item) ? change(item) : item)) : list;

/** Options of a form's fields, inner fields included. */
const fieldOptions: Change = (field) => changed(withOptionLabels(field), 'fields', each(fieldOptions));

/** Options have a label; they had a text. */
const optionLabels: Change = (document) => {
  if (document['kind'] === 'form') {
    return changed(document, 'ui', (ui) =>
      isObject(ui)
        ? changed(
            ui,
            'sections',
            each((section) => changed(section, 'fields', each(fieldOptions))),
          )
        : ui,
    );
  }
  if (document['kind'] !== 'entity') return document;
  return changed(document, 'fields', (fields) =>
    isObject(fields)
      ? Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [
            name,
            isObject(field) ? withOptionLabels(field) : field,
          ]),
        )
      : fields,
  );
};

/** Slots that take the place of `children`, by type. */
const slotOfChildren: Readonly<Record<string, string>> = { table: 'details', list: 'row' };

/** The children of a table are the details of a row, and those of a list the template of a row: both become a slot. */
function withSlots(node: Json): Json {
  if (!isObject(node)) return node;
  const own = mapChildNodes(node, withSlots);
  const slot = typeof own.type === 'string' ? slotOfChildren[own.type] : undefined;
  const { children, ...rest } = own;
  return slot === undefined || !Array.isArray(children) ? own : { ...rest, slots: { [slot]: children } };
}

const childrenToSlots: Change = (document) =>
  nodeLists.reduce((owner, key) => mapNodes(owner, key, withSlots), document);

/** Changes of the language between formats 1 and 2, in the order in which they apply. Each keeps every unknown key. */
const changes: readonly Change[] = [optionLabels, entityRoutes, childrenToSlots];

/** Migrates a document of any kind from format 1 to format 2. */
export const toFormat2 = (old: JsonObject): JsonObject =>
  changes.reduce((document, change) => change(document), old);

/**
 * Entities declare routes: `access` is the permission key of the records, and fields of type date-time are datetime. An
 * access rule that is no permission key is kept as x-access, which allows nobody.
 */
function entityRoutes(old: JsonObject): JsonObject {
  if (old['kind'] !== 'entity') return old;
  const { access, ...rest } = old;
  const document = access === undefined ? rest : { ...rest, ...entityAccess(access) };
  return changed(document, 'fields', (fields) =>
    isObject(fields)
      ? Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, entityField(field)]))
      : fields,
  );
}

function entityAccess(access: Json): JsonObject {
  if (!isObject(access) || typeof access['verb'] !== 'string') return { 'x-access': access };
  const { verb: _verb, ...key } = access;
  return { access: key };
}

const entityField = (field: Json): Json =>
  isObject(field) && field['type'] === 'date-time' ? { ...field, type: 'datetime' } : field;
