import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { entityAddress } from './entity.ts';
import type { EntityDocument } from './generated/documents.ts';
import { isExpression } from './expressions/expression.ts';

/** Address of an entity's records; undefined for an entity that does not exist. */
export type EntityAddress = (entity: string) => string | undefined;

const plainReference = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/;

/** The addresses of entities by their declarations. */
export function addressesOf(entities: readonly unknown[]): EntityAddress {
  const known = new Map(
    entities.filter(isObject).map((one) => [one.id, entityAddress(one as unknown as EntityDocument)]),
  );
  return (entity) => known.get(entity);
}

/** Ids of the entities that a document's sources name. */
export function entitiesOfSources(document: unknown): string[] {
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

/**
 * Replaces the entities of a document's sources by their addresses and the paths of their replies, so that loading them
 * needs no declaration. A source whose entity does not exist stays as it is. Returns the same object when it has none.
 */
export function withEntitySources(document: JsonObject, addressOf: EntityAddress): JsonObject {
  const { sources } = document;
  if (!isObject(sources) || entitiesOfSources(document).length === 0) return document;
  const resolved: JsonObject = {};
  for (const [id, source] of Object.entries(sources)) {
    const address =
      isObject(source) && typeof source.entity === 'string' ? addressOf(source.entity) : undefined;
    if (address === undefined || !isObject(source)) {
      resolved[id] = source;
      continue;
    }
    const { entity: _, record, ...rest } = source;
    if (record === undefined) {
      resolved[id] = { ...rest, get: address, rows: 'data.rows', total: 'data.totalRows' };
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
  return { ...document, sources: resolved };
}
