import type { Json, JsonObject } from '../../contracts/json.ts';
import { isObject } from '../../contracts/json.ts';
import { percentDecoded } from '../../contracts/url.ts';

/** A parameter that a screen takes from its address: one of its filters. */
export interface ScreenParameter {
  name: string;
  label: string;
}

const queryOf = (address: string): string[][] => {
  const at = address.indexOf('?');
  const pairs = at < 0 ? [] : address.slice(at + 1).split('&');
  return pairs.filter((pair) => pair !== '').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
};

/** An address without its query. */
export const pathOf = (address: string): string => address.replace(/\?.*/s, '');

/** Whether the query of an address has these parameters alone. */
export const hasOnly = (address: string, parameters: readonly ScreenParameter[]): boolean =>
  queryOf(address).every(([name]) => parameters.some((one) => one.name === percentDecoded(name!)));

/** The value that an address gives to a parameter, or its placeholder; empty without one. */
export function parameterOf(address: string, name: string): string {
  const found = queryOf(address).find(([key]) => percentDecoded(key!) === name);
  return percentDecoded(found?.[1] ?? '');
}

/** An address that gives a value to a parameter. A placeholder stays one; an empty value takes the parameter away. */
export function withParameter(address: string, name: string, value: string): string {
  const written = /^\{[^{}]+\}$/.test(value) ? value : encodeURIComponent(value);
  const key = encodeURIComponent(name);
  const pairs = queryOf(address);
  const isKnown = pairs.some(([one]) => percentDecoded(one!) === name);
  const next = (isKnown ? pairs : [...pairs, [key, '']]).flatMap(([one, text]) => {
    if (percentDecoded(one!) !== name) return [`${one}=${text ?? ''}`];
    return value === '' ? [] : [`${key}=${written}`];
  });
  return next.length === 0 ? pathOf(address) : `${pathOf(address)}?${next.join('&')}`;
}

/** All nodes below a value. A node has a type and an id. */
function* nodesIn(value: Json | undefined): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (!isObject(value)) return;
  if (typeof value['type'] === 'string' && typeof value['id'] === 'string') yield value;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

/**
 * The filters that a screen takes from its address: those that its `query` names, and those of its lists.
 * @param text a text of the screen in the person's language
 */
export function parametersIn(screen: JsonObject, text: (written: string) => string): ScreenParameter[] {
  const names = new Map(
    Object.entries(isObject(screen['query']) ? screen['query'] : {}).map(([name, path]) => [path, name]),
  );
  const bars = [...nodesIn(screen)].filter(({ type }) => type === 'filter-bar');
  return bars.flatMap(({ props, source }) => {
    const { bind = 'state.filters', fields = [] } = isObject(props) ? props : {};
    return (Array.isArray(fields) ? fields : []).flatMap((field): ScreenParameter[] => {
      if (!isObject(field) || typeof field['field'] !== 'string') return [];
      const own = field['field'];
      const name = names.get(`${String(bind)}.${own}`) ?? (source === undefined ? undefined : own);
      const { label } = field;
      return name === undefined ? [] : [{ name, label: typeof label === 'string' ? text(label) : own }];
    });
  });
}
