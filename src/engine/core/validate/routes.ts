import {
  routeOfAddress,
  type DataCatalogue,
  type RouteInfo,
  type RouteMethod,
} from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isExpression } from '../expressions/expression.ts';
import { dataPath } from '../language/paths.ts';
import { callsOf, type Call } from './calls.ts';
import { choiceDiagnostics } from './choices.ts';
import { diagnostic } from './diagnostics.ts';
import { listed, nearest } from './nearest.ts';
import { topicDiagnostics } from './topics.ts';
import { canBeList, fieldNames, isUnknownField, shapeAt, type Shape, type UnknownField } from './shapes.ts';

const routeMethods: readonly RouteMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];
/** The body of an answer, whose `data` the route describes. */
export function replyShape({ reply }: RouteInfo): Shape | null {
  if (!reply) return null;
  const text = { type: 'string' };
  return { type: 'object', properties: { success: { type: 'boolean' }, data: reply, message: text } };
}

/** Reports a field that an answer or a row does not have. */
export function fieldDiagnostic(
  { field, known }: UnknownField,
  pointer: string,
  address: string,
): Diagnostic {
  if (known.length === 0) return diagnostic(pointer, 'no-data-fields', { field, address });
  return diagnostic(pointer, 'unknown-data-field', {
    field,
    address,
    nearest: nearest(field, known),
    known: listed(known),
  });
}

/**
 * Reports an address that no route has, with the nearest one. In a partial catalogue it may be a route that the author may not
 * call, which prevents publishing, not saving.
 */
function unknownRoute({ method, address, pointer }: Call, catalogue: DataCatalogue): Diagnostic {
  const severity = catalogue.partial ? 'warning' : 'error';
  const others = routeMethods.filter((other) => routeOfAddress(catalogue.routes, other, address) !== null);
  if (others.length > 0) {
    return diagnostic(pointer, 'route-method', { method, address, known: others.join(', ') }, severity);
  }
  const paths = catalogue.routes.filter((route) => route.method === method).map(({ path }) => path);
  const written = address.split(/[?#]/, 1)[0]!.replace(/\{[^{}]*\}/g, ':id');
  const code = catalogue.partial ? 'route-not-callable' : 'unknown-route';
  return diagnostic(pointer, code, { method, address, nearest: nearest(written, paths) }, severity);
}

/** Reports an order, such as name_asc, of a field that the route does not order by. */
function orderDiagnostics(value: string, orders: readonly string[], pointer: string): Diagnostic[] {
  const [, field = value, way = 'asc'] = /^(.*)_(asc|desc)$/.exec(value) ?? [];
  if (value === '' || (field !== value && orders.includes(field))) return [];
  const likely = nearest(field, orders);
  const values = { value, nearest: likely === '' ? '' : `${likely}_${way}`, known: listed(orders) };
  return [diagnostic(pointer, 'unknown-order', values)];
}

/** Reports a literal that the schema of a parameter refuses. */
export function literalDiagnostics(
  value: Json,
  schema: Json | undefined,
  name: string,
  pointer: string,
): Diagnostic[] {
  if (!isObject(schema) || value === null || typeof value === 'object') return [];
  const text = String(value);
  if (Array.isArray(schema['x-orders']))
    return orderDiagnostics(text, schema['x-orders'].map(String), pointer);
  if (Array.isArray(schema.enum) && !schema.enum.map(String).includes(text)) {
    const known = schema.enum.map(String);
    return [
      diagnostic(pointer, 'parameter-value', {
        value: text,
        parameter: name,
        nearest: nearest(text, known),
        known: listed(known),
      }),
    ];
  }
  return schema.type === 'integer' && !/^-?\d+$/.test(text)
    ? [diagnostic(pointer, 'parameter-integer', { value: text, parameter: name })]
    : [];
}

function pathDiagnostics({ address, pointer }: Call, { path, params }: RouteInfo): Diagnostic[] {
  const written = (address.split(/[?#]/, 1)[0] ?? '').split('/');
  return path.split('/').flatMap((segment, at) => {
    const text = written[at] ?? '';
    if (!segment.startsWith(':') || text.includes('{')) return [];
    const name = segment.slice(1);
    const schemas = isObject(params?.properties) ? params.properties : {};
    return literalDiagnostics(text, schemas[name], name, pointer);
  });
}

/** Parameters of the query: written in the address, under `query`, and by the keys that name one. */
function parametersOf({
  address,
  pointer,
  spec,
  at,
}: Call): { name: string; value: Json; pointer: string }[] {
  const query = /\?([^#]*)/.exec(address)?.[1] ?? '';
  const inAddress = query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return name === '' ? [] : [{ name, value: value.includes('{') ? null : value, pointer }];
  });
  const written = Object.entries(isObject(spec.query) ? spec.query : {}).map(([name, value]) => ({
    name,
    value,
    pointer: `${at}/query/${escapeSegment(name)}`,
  }));
  const named = ['append', 'search', 'page'].flatMap((key) => {
    const name = spec[key];
    return typeof name === 'string' ? [{ name, value: null, pointer: `${at}/${key}` }] : [];
  });
  return [...inAddress, ...written, ...named];
}

/** Reports a parameter, or a field of the body, that an address does not take. */
export function unknownParameter(
  { field, known }: UnknownField,
  pointer: string,
  address: string,
  inBody = false,
): Diagnostic {
  if (known.length === 0)
    return inBody
      ? diagnostic(pointer, 'no-body-field', { field, address })
      : diagnostic(pointer, 'no-parameters', { parameter: field, address });
  const others = { address, nearest: nearest(field, known), known: listed(known) };
  return inBody
    ? diagnostic(pointer, 'unknown-body-field', { field, ...others })
    : diagnostic(pointer, 'unknown-parameter', { parameter: field, ...others });
}

function queryDiagnostics(call: Call, { query }: RouteInfo): Diagnostic[] {
  const { address } = call;
  return parametersOf(call).flatMap(({ name, value, pointer }) => {
    const found = query ? shapeAt(query, [name]) : { field: name, known: [] };
    return isUnknownField(found)
      ? [unknownParameter(found, pointer, address)]
      : literalDiagnostics(value, found ?? undefined, name, pointer);
  });
}

/** Reports literal keys of a body, at any depth, that the route does not accept. */
function bodyDiagnostics(call: Call, { body }: RouteInfo): Diagnostic[] {
  const { spec, at, address } = call;
  const found: Diagnostic[] = [];
  const visit = (value: Json | undefined, shape: Shape | null, pointer: string): void => {
    if (shape === null || isExpression(value)) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, shape, `${pointer}/${index}`));
    } else if (isObject(value)) {
      for (const [key, below] of Object.entries(value)) {
        const inside = shapeAt(shape, [key]);
        const keyPointer = `${pointer}/${escapeSegment(key)}`;
        if (!isUnknownField(inside)) visit(below, inside, keyPointer);
        else found.push(unknownParameter(inside, keyPointer, address, true));
      }
    }
  };
  if (call.purpose !== 'upload') visit(spec.body, body ?? { type: 'object', properties: {} }, `${at}/body`);
  return found;
}

/** Reports paths into the answer that lead nowhere, or to no list where rows are expected. */
function replyDiagnostics({ spec, at, address, purpose }: Call, route: RouteInfo): Diagnostic[] {
  const reply = replyShape(route);
  if (reply === null) return [];
  const found: Diagnostic[] = [];
  const follow = (shape: Shape, path: string, key: string): Shape | null => {
    const end = shapeAt(shape, dataPath(path));
    if (!isUnknownField(end)) return end;
    found.push(fieldDiagnostic(end, `${at}/${key}`, address));
    return null;
  };
  for (const key of ['rows', 'total', 'record', 'row']) {
    const path = spec[key];
    if (typeof path !== 'string') continue;
    const end = follow(reply, path, key);
    if (end === null || key !== 'rows') continue;
    if (!canBeList(end)) {
      const lists = fieldNames(end).map((name) => `${path}.${name}`);
      found.push(
        diagnostic(`${at}/rows`, 'reply-not-rows', { path, address, nearest: nearest('data.rows', lists) }),
      );
    } else if (purpose === 'options') {
      for (const name of ['value', 'label', 'icon', 'tone']) {
        const field = spec[name];
        if (typeof field === 'string') follow(end, field, name);
      }
    }
  }
  if (purpose === 'upload' && typeof spec.value === 'string') follow(reply, spec.value, 'value');
  return found;
}

function callDiagnostics(call: Call, catalogue: DataCatalogue): Diagnostic[] {
  const route = routeOfAddress(catalogue.routes, call.method, call.address);
  // The address of an entity is declared, so that its author is not the one to mend it.
  if (route === null) return call.purpose === 'records' ? [] : [unknownRoute(call, catalogue)];
  if (['source', 'options', 'records'].includes(call.purpose) && !route.reads) {
    return [diagnostic(call.pointer, 'route-writes', { address: call.address })];
  }
  return [
    ...pathDiagnostics(call, route),
    ...queryDiagnostics(call, route),
    ...bodyDiagnostics(call, route),
    ...replyDiagnostics(call, route),
  ];
}

/**
 * Checks every call of a document against the routes: address, parameters, fields of the body, paths into the answer; and the
 * topics that its sources follow.
 */
export function routeDiagnostics(document: JsonObject, catalogue: DataCatalogue): Diagnostic[] {
  const calls = callsOf(document, catalogue.entities);
  return [
    ...calls.flatMap((call) => callDiagnostics(call, catalogue)),
    ...(catalogue.topics ? topicDiagnostics(document, catalogue.topics) : []),
    ...(document.kind === 'entity' ? [] : choiceDiagnostics(document, catalogue)),
  ];
}
