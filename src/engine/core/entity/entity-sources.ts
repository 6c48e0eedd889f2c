import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { entityAddress, refers } from './entity.ts';
import { entitiesById, entitiesOfForms, withEntityForms, type EntityOf } from './entity-forms.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { isExpression } from '../expressions/expression.ts';
import { bindPath, isForbiddenKey, writePath } from '../language/paths.ts';

const plainReference = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/;

/** Ids of the entities that a document's sources name. */
function entitiesOfSources(document: unknown): string[] {
  const sources = isObject(document) && isObject(document.sources) ? Object.values(document.sources) : [];
  const ids = sources.flatMap((source) =>
    isObject(source) && typeof source.entity === 'string' ? [source.entity] : [],
  );
  return [...new Set(ids)];
}

/** The reference of a record's key; null for an expression that is more than a reference. */
function keyReference(record: Json): string | null {
  const text = isExpression(record) ? record.$expr.trim() : record;
  return typeof text === 'string' && plainReference.test(text) ? text : null;
}

/** Order in which the server lists an entity's records, as a list is sorted by; null where no list can ask for it. */
function orderOf({ order, display, fields }: EntityDocument): string | null {
  if (order !== undefined) return order;
  return display !== undefined && fields[display]?.sortable ? `${display}_asc` : null;
}

/** The state with the order that a list begins with, unless it has one. */
function withOrder(state: JsonObject, list: Json | undefined, entity: EntityDocument): JsonObject {
  const order = orderOf(entity);
  if (order === null || typeof list !== 'string' || !list.startsWith('state.')) return state;
  const path = [...bindPath(list), 'order'];
  if (path.some(isForbiddenKey) || valueAt({ state }, path) !== undefined) return state;
  return writePath({ state }, path, order).state;
}

/**
 * Replaces the entities of a document's sources by their addresses and the paths of their replies, so that loading them
 * needs no declaration. A source whose entity does not exist stays as it is. Returns the same object when it has none.
 */
export function withEntitySources(document: JsonObject, entityOf: EntityOf): JsonObject {
  const { sources } = document;
  if (!isObject(sources) || entitiesOfSources(document).length === 0) return document;
  const resolved: JsonObject = {};
  let state = isObject(document.state) ? document.state : {};
  for (const [id, source] of Object.entries(sources)) {
    const named = isObject(source) && typeof source.entity === 'string' ? entityOf(source.entity) : undefined;
    if (named === undefined || !isObject(source)) {
      resolved[id] = source;
      continue;
    }
    const address = entityAddress(named);
    const { entity: _, record, ...rest } = source;
    if (record === undefined) {
      resolved[id] = { ...rest, get: address, rows: 'data.rows', total: 'data.totalRows' };
      // An order of the records is seen, and changed, like one that somebody chose.
      state = withOrder(state, source.list, named);
      continue;
    }
    let reference = keyReference(record);
    if (reference === null) {
      // An address takes references only, so that a source of its own computes the key.
      let key = `${id}Key`;
      while (Object.hasOwn(sources, key)) key += '_';
      resolved[key] = { value: record };
      reference = `data.${key}.value`;
    }
    resolved[id] = { ...rest, get: `${address}/{${reference}}`, record: 'data' };
  }
  return { ...document, ...(Object.keys(state).length > 0 && { state }), sources: resolved };
}

/** Ids of the entities whose declarations `withEntities` needs: those that the document names, and those they refer to. */
export function entitiesNamed(document: unknown): string[] {
  return [...new Set([...entitiesOfSources(document), ...entitiesOfForms(document)])];
}

/** Ids of the entities that the fields of an entity refer to. */
export function entitiesReferred(entity: EntityDocument): string[] {
  return Object.values(entity.fields).flatMap((field) =>
    refers(field) && field.entity !== undefined ? [field.entity] : [],
  );
}

/** Puts into a document what it takes from the declarations of entities: in its sources, and in its forms. */
export function withEntities(document: JsonObject, entityOf: EntityOf): JsonObject {
  return withEntityForms(withEntitySources(document, entityOf), entityOf);
}

/** The same with declarations that are loaded. An entity that cannot be read is left in its place, and has its diagnostic. */
export async function withLoadedEntities(
  document: JsonObject,
  load: (id: string) => Promise<{ definition: unknown }>,
): Promise<JsonObject> {
  const read = async (ids: readonly string[]): Promise<EntityDocument[]> => {
    const replies = await Promise.allSettled(ids.map(load));
    return replies.flatMap((reply) =>
      reply.status === 'fulfilled' ? [reply.value.definition as EntityDocument] : [],
    );
  };
  const named = await read(entitiesNamed(document));
  const known = new Set(named.map(({ id }) => id));
  const referred = new Set(named.flatMap(entitiesReferred).filter((id) => !known.has(id)));
  return withEntities(document, entitiesById([...named, ...(await read([...referred]))]));
}
