import type { RouteMethod } from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
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
  /** What the answer is for. `options` are the choices of a field. */
  purpose: 'source' | 'options' | 'request' | 'download' | 'upload';
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

/** Keys whose values are data or texts, where an object with a key `get` is no call. */
const dataKeys: ReadonlySet<string> = new Set(['state', 'strings', 'schema', '$expr']);

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

/**
 * Finds every call of a document: sources, options, steps at any place. An address always stands in a definition itself, so
 * no expression can make another one. What a call sends is data and not searched.
 */
export function callsOf(document: Json): Call[] {
  const calls: Call[] = [];
  const visit = (value: Json, key: string, at: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, '', `${at}/${index}`));
    } else if (isObject(value)) {
      const own = callsIn(value, key, at);
      calls.push(...own);
      for (const [name, below] of Object.entries(value)) {
        if (dataKeys.has(name) || name.startsWith('x-')) continue;
        if (own.length > 0 && (name === 'query' || name === 'body' || name === 'values')) continue;
        visit(below, name, `${at}/${escapeSegment(name)}`);
      }
    }
  };
  visit(document, '', '');
  return calls;
}
