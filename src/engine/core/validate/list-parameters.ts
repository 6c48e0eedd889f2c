import { routeOfAddress, type DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic, ListPart } from '../contract.ts';
import { isExpression } from '../expressions/expression.ts';
import { isEmptinessValue, isRangeValue } from '../language/address.ts';
import { bindPath } from '../language/paths.ts';
import type { Registry } from '../language/registry.ts';
import { callsOf, type Call } from './calls.ts';
import type { ListedNode } from './nodes.ts';
import { literalDiagnostics, unknownParameter } from './routes.ts';
import { isUnknownField, shapeAt, type Shape } from './shapes.ts';

/** A value that a list sends. */
interface Sent {
  name: string;
  /** The literal that is sent; null when it is not known. */
  value: Json;
  pointer: string;
}

interface ListCall extends Call {
  id: string;
  /** State path of the list. */
  bind: string;
}

/** Forms of a filter's value that an address names in parameters of their own. A body has them as one value. */
type ValueForm = 'range' | 'emptiness' | 'other';

const formOf = (value: Json): ValueForm =>
  isEmptinessValue(value) ? 'emptiness' : isRangeValue(value) ? 'range' : 'other';

/** The names that a filter is sent by. */
function namesOf(field: string, form: ValueForm, { method }: Call): string[] {
  if (method !== 'GET' || form === 'other') return [field];
  return form === 'range' ? [`${field}From`, `${field}To`] : [`${field}Empty`];
}

/** Filters that a filter bar edits, with the literals that it can send. */
function barFilters(node: JsonObject, pointer: string, call: Call): Sent[] {
  const fields = isObject(node.props) && Array.isArray(node.props.fields) ? node.props.fields : [];
  return fields.flatMap((field, index) => {
    if (!isObject(field) || typeof field.field !== 'string') return [];
    const at = `${pointer}/props/fields/${index}`;
    const isRange = field.control === 'daterange';
    const named = (form: ValueForm, key: string): Sent[] =>
      namesOf(String(field.field), form, call).map((name) => ({
        name,
        value: null,
        pointer: `${at}/${key}`,
      }));
    const names = [
      ...named(isRange ? 'range' : 'other', 'field'),
      ...(field.emptiness === true ? named('emptiness', 'emptiness') : []),
    ];
    if (isRange) return names;
    const name = field.field;
    const values = [
      ...(field.initial === undefined ? [] : [{ value: field.initial, pointer: `${at}/initial` }]),
      ...(Array.isArray(field.options) ? field.options : []).flatMap((option, place) =>
        isObject(option) && option.value !== undefined
          ? [{ value: option.value, pointer: `${at}/options/${place}/value` }]
          : [],
      ),
    ];
    // An empty text is no filter.
    return [...names, ...values.filter(({ value }) => value !== '').map((one) => ({ name, ...one }))];
  });
}

/** Orders that the headers of columns choose. */
function columnOrders(node: JsonObject, pointer: string): Sent[] {
  const columns = isObject(node.props) && Array.isArray(node.props.columns) ? node.props.columns : [];
  return columns.flatMap((column, index) => {
    if (!isObject(column) || column.sort !== true) return [];
    const key = typeof column.sortField === 'string' ? 'sortField' : 'field';
    const field = column[key];
    if (typeof field !== 'string') return [];
    return [{ name: 'order', value: `${field}_asc`, pointer: `${pointer}/props/columns/${index}/${key}` }];
  });
}

/** Orders that columns choose where the query of their source sends the state that they write. */
function ordersByHand(nodes: readonly ListedNode[], id: string, { query }: JsonObject): Sent[] {
  const order = isObject(query) ? query.order : undefined;
  return nodes.flatMap(({ node, pointer }) => {
    if (!isObject(node) || node.source !== id || !isObject(node.props) || !isExpression(order)) return [];
    return order.$expr === node.props.order ? columnOrders(node, pointer) : [];
  });
}

/** Whether a node's widget edits a part of the list: through its source, or through a prop that names the part. */
function edits(node: JsonObject, registry: Registry, part: ListPart, { id, bind }: ListCall): boolean {
  const parts = typeof node.type === 'string' ? registry.get(node.type)?.list : undefined;
  const [prop] = Object.entries(parts ?? {}).find(([, one]) => one === part) ?? [];
  if (prop === undefined) return false;
  const own = isObject(node.props) ? node.props[prop] : undefined;
  return own === undefined ? node.source === id : own === `${bind}.${part}`;
}

/** Everything that a list sends: page, rows per page, orders and filters of its state and of the widgets that edit it. */
function sentBy(
  call: ListCall,
  document: JsonObject,
  nodes: readonly ListedNode[],
  registry: Registry,
): Sent[] {
  const path = bindPath(call.bind);
  const own = valueAt({ state: document.state }, path);
  const initial: JsonObject = isObject(own) ? (own as JsonObject) : {};
  const filters = isObject(initial.filters) ? Object.entries(initial.filters) : [];
  const at = (...below: string[]): string => toPointer([...path, ...below]);
  const paging = (name: string): Sent => {
    const value = initial[name];
    return value === undefined
      ? { name, value: null, pointer: `${call.at}/list` }
      : { name, value, pointer: at(name) };
  };
  const order =
    typeof initial.order === 'string' && initial.order !== ''
      ? [{ name: 'order', value: initial.order, pointer: at('order') }]
      : [];
  return [
    paging('page'),
    paging('perPage'),
    ...order,
    ...filters.flatMap(([field, value]) =>
      namesOf(field, formOf(value), call).map((name) => ({
        name,
        value: value === '' || isObject(value) ? null : value,
        pointer: at('filters', field),
      })),
    ),
    ...nodes.flatMap(({ node, pointer }) => {
      if (!isObject(node)) return [];
      return [
        ...(edits(node, registry, 'order', call) ? columnOrders(node, pointer) : []),
        ...(edits(node, registry, 'filters', call) ? barFilters(node, pointer, call) : []),
      ];
    }),
  ];
}

function parameterDiagnostics(sent: Sent, { method, address }: Call, accepted: Shape): Diagnostic[] {
  const found = shapeAt(accepted, [sent.name]);
  if (isUnknownField(found)) return [unknownParameter(found, sent.pointer, address, method === 'POST')];
  if (found === null) return [];
  return literalDiagnostics(sent.value, found, sent.name, sent.pointer);
}

/**
 * Reports what a list sends and the route of its source does not take: its page and rows per page, its orders, its filters.
 * An entry of the same name in the source's own query or body takes precedence and is checked with the call.
 */
export function listParameterDiagnostics(
  document: JsonObject,
  nodes: readonly ListedNode[],
  registry: Registry,
  { routes, entities }: DataCatalogue,
): Diagnostic[] {
  return callsOf(document, entities).flatMap((call) => {
    const { spec, at, purpose, method, address } = call;
    const route = routeOfAddress(routes, method, address);
    // A list of one record is reported as such.
    const isRecord = spec.record !== undefined && spec.rows === undefined;
    if (purpose !== 'source' || !route?.reads || isRecord) return [];
    const id = at.split('/').at(-1)!;
    const accepted = (method === 'POST' ? route.body : route.query) ?? { type: 'object', properties: {} };
    if (typeof spec.list !== 'string')
      return ordersByHand(nodes, id, spec).flatMap((sent) => parameterDiagnostics(sent, call, accepted));
    const list: ListCall = { ...call, id, bind: spec.list };
    const own = new Set([spec.query, spec.body].flatMap((one) => (isObject(one) ? Object.keys(one) : [])));
    return sentBy(list, document, nodes, registry)
      .filter(({ name }) => !own.has(name))
      .flatMap((sent) => parameterDiagnostics(sent, call, accepted));
  });
}
