import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import { bindPath, isForbiddenKey, writePath, type Path } from '../language/paths.ts';

/** Query parameters of a screen's address, by name. */
export type Query = Readonly<Record<string, string>>;

type Scalar = string | number | boolean;

/** One state value that the address carries. */
export interface QueryParameter {
  name: string;
  /** From the scope's root: ['state', 'filters', …]. */
  path: Path;
  /** Initial value, which is left out of the address. It gives the parameter's type; null counts as a text, a list or an object. */
  initial: unknown;
  /** Accepts only whole numbers from 1. */
  positive?: boolean;
  /** Source whose list has the value. */
  list?: string;
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** Lists the parameters that a document's `query` declares. One without an initial value is left out. */
export function queryParameters(document: { state?: unknown; query?: unknown }): QueryParameter[] {
  const declared = isObject(document.query) ? document.query : {};
  return Object.entries(declared).flatMap(([name, bind]) => {
    const path = typeof bind === 'string' ? bindPath(bind) : [];
    const initial = valueAt({ state: document.state }, path);
    return initial !== undefined && !path.some(isForbiddenKey) ? [{ name, path, initial }] : [];
  });
}

/** Whether an initial value lets the parameter hold a list or an object, which the address carries as JSON. */
const isOpen = (initial: unknown): boolean => typeof initial === 'object';

/** Parses a parameter; undefined for a text that it cannot hold, because any user can edit an address. */
function parse(text: string, { initial, positive }: QueryParameter): unknown {
  if (positive) return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  if (typeof initial === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (typeof initial === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
  if (!isOpen(initial)) return text;
  try {
    if (/^[[{]/.test(text)) return JSON.parse(text);
  } catch {
    // It is a text, as it was typed.
  }
  return initial ? undefined : text;
}

const textIn = (query: Query, name: string): string | undefined =>
  Object.hasOwn(query, name) ? query[name] : undefined;

/**
 * Writes the address's parameters into a scope; parameters that the address lacks, or gives in a form that they cannot
 * hold, get their initial value.
 */
export function withQuery<T extends object>(
  scope: T,
  parameters: readonly QueryParameter[],
  query: Query,
): T {
  return parameters.reduce((now, parameter) => {
    const text = textIn(query, parameter.name);
    const value = text === undefined ? undefined : parse(text, parameter);
    return writePath(now, parameter.path, value === undefined ? parameter.initial : value);
  }, scope);
}

/** Names of the parameters that an address gives in a form that they cannot hold. */
export function impossibleParameters(parameters: readonly QueryParameter[], query: Query): string[] {
  return parameters
    .filter((parameter) => {
      const text = textIn(query, parameter.name);
      return text !== undefined && parse(text, parameter) === undefined;
    })
    .map(({ name }) => name);
}

/** Builds the query for a scope. Parameters equal to their initial value are left out. */
export function queryOf(scope: object, parameters: readonly QueryParameter[]): Query {
  const entries = parameters.flatMap(({ name, path, initial }): [string, string][] => {
    const value = valueAt(scope, path) ?? '';
    if (value === (initial ?? '')) return [];
    if (isScalar(value)) {
      // An emptied value of another type than text is left out.
      return value === '' && typeof initial !== 'string' ? [] : [[name, String(value)]];
    }
    const text = isOpen(initial) ? JSON.stringify(value) : undefined;
    return text === undefined || text === JSON.stringify(initial) ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}
