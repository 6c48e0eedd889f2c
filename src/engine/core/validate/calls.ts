import type { RouteMethod } from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { entityAddress } from '../entity/entity.ts';
import { entitiesById, isEntityForm, withEntityForms, type EntityOf } from '../entity/entity-forms.ts';
import { withEntitySources } from '../entity/entity-sources.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';

/** A call of the server that a document makes. */
export interface Call {
  method: RouteMethod;
  address: string;
  /** Pointer of the address. */
  pointer: string;
  /** The object that names method and address, with its query, body and paths. */
  spec: JsonObject;
  /** Pointer of `spec`. */
  at: string;
  /** Purpose of the answer. `options` are the choices of a field, `records` those of an entity. */
  purpose: 'source' | 'options' | 'records' | 'request' | 'download' | 'upload';
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

/** Keys whose values are data or texts, where an object with a key `get` is no call. */
const dataKeys: ReadonlySet<string> = new Set(['state', 'strings', 'schema', '$expr']);

/** Whether the value of a key is data. Sources may have any name. */
const isData = (key: string, at: string): boolean =>
  at !== '/sources' && (dataKeys.has(key) || key.startsWith('x-'));

function purposeOf(key: string, at: string): Call['purpose'] {
  if (key === 'request' || key === 'download' || key === 'upload') return key;
  return /^\/sources\/[^/]+$/.test(at) ? 'source' : 'options';
}

function callsIn(spec: JsonObject, key: string, at: string): Call[] {
  return Object.entries(methods).flatMap(([name, method]) => {
    const address = spec[name];
    if (typeof address !== 'string' || !address.startsWith('/')) return [];
    return [{ method, address, pointer: `${at}/${name}`, spec, at, purpose: purposeOf(key, at) }];
  });
}

/** Ids of the entities whose records options offer, in a document or a part of one. */
function entitiesOfOptions(value: Json, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => entitiesOfOptions(item));
  if (!isObject(value)) return [];
  if (key === 'options' && typeof value.entity === 'string') return [value.entity];
  return Object.entries(value).flatMap(([name, below]) =>
    dataKeys.has(name) ? [] : entitiesOfOptions(below, name),
  );
}

/** Calls for records to choose from: by the options of a field, or by the references of an entity's form. */
function recordCalls(part: JsonObject, key: string, at: string, entityOf: EntityOf): Call[] {
  if (key !== 'options' && !isEntityForm(part)) return [];
  const written = new Set(key === 'options' ? [] : entitiesOfOptions(part));
  const offered = entitiesOfOptions(withEntityForms(part, entityOf), key).filter((id) => !written.has(id));
  return [...new Set(offered)].flatMap((id): Call[] => {
    const entity = entityOf(id);
    if (entity === undefined) return [];
    // The other keys of options say nothing about a call.
    const spec: JsonObject = part.query === undefined ? {} : { query: part.query };
    return [
      {
        method: 'GET',
        address: entityAddress(entity),
        pointer: `${at}/entity`,
        spec,
        at,
        purpose: 'records',
      },
    ];
  });
}

/**
 * Finds every call of a document: sources, options, steps at any place. An address always stands in a definition itself, so
 * no expression can make another one. The body of a call is data and not searched.
 * @param entities declarations of the entities that sources, options and forms name.
 */
export function callsOf(document: Json, entities: readonly JsonObject[] = []): Call[] {
  const calls: Call[] = [];
  const entityOf = entitiesById(entities);
  const written = isObject(document) && isObject(document.sources) ? document.sources : {};
  /** A source of an entity has its address at the entity's id. */
  const pointerOf = (call: Call): Call => {
    const id = /^\/sources\/([^/]+)$/.exec(call.at)?.[1];
    const source = id === undefined ? undefined : written[id];
    return isObject(source) && source.entity !== undefined ? { ...call, pointer: `${call.at}/entity` } : call;
  };
  const visit = (value: Json, key: string, at: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, '', `${at}/${index}`));
    } else if (isObject(value)) {
      const own = callsIn(value, key, at);
      calls.push(...own, ...recordCalls(value, key, at, entityOf));
      for (const [name, below] of Object.entries(value)) {
        if (isData(name, at)) continue;
        if (own.length > 0 && (name === 'query' || name === 'body' || name === 'values')) continue;
        visit(below, name, `${at}/${escapeSegment(name)}`);
      }
    }
  };
  visit(isObject(document) ? withEntitySources(document, entityOf) : document, '', '');
  return calls.map(pointerOf);
}
