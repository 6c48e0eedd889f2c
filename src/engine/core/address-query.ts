import { valueAt } from '../../contracts/json-pointer.ts';
import { bindPath, isForbiddenKey, writePath, type Path } from './paths.ts';

/** Query parameters of a screen's address, by name. */
export type Query = Readonly<Record<string, string>>;

type Scalar = string | number | boolean;

/** One state value that the address carries. */
export interface QueryParameter {
  name: string;
  /** From the scope's root: ['state', 'filters', …]. */
  path: Path;
  /** Initial value in the document. It gives the parameter's type and is left out of the address. */
  initial: Scalar;
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** Lists the parameters that a document's `query` declares. A parameter without a scalar initial value is left out. */
export function queryParameters(document: { state?: unknown; query?: unknown }): QueryParameter[] {
  const declared = typeof document.query === 'object' && document.query !== null ? document.query : {};
  return Object.entries(declared).flatMap(([name, bind]) => {
    const path = typeof bind === 'string' ? bindPath(bind) : [];
    const initial = valueAt({ state: document.state }, path);
    return isScalar(initial) && !path.some(isForbiddenKey) ? [{ name, path, initial }] : [];
  });
}

/** Parses a parameter. Text of another type is ignored, because any user can edit an address. */
function parse(text: string | undefined, initial: Scalar): Scalar {
  if (text === undefined) return initial;
  if (typeof initial === 'string') return text;
  if (typeof initial === 'boolean') return text === 'true' || (text === 'false' ? false : initial);
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : initial;
}

/** Writes the address's parameters into a scope; parameters that the address lacks get their initial value. */
export function withQuery<T extends object>(
  scope: T,
  parameters: readonly QueryParameter[],
  query: Query,
): T {
  return parameters.reduce((now, { name, path, initial }) => {
    const text = Object.hasOwn(query, name) ? query[name] : undefined;
    return writePath(now, path, parse(text, initial));
  }, scope);
}

/** Builds the query for a scope. Parameters equal to their initial value are left out. */
export function queryOf(scope: object, parameters: readonly QueryParameter[]): Query {
  const entries = parameters.flatMap(({ name, path, initial }): [string, string][] => {
    const value = valueAt(scope, path) ?? '';
    if (!isScalar(value) || value === initial) return [];
    // An emptied number is left out.
    return value === '' && typeof initial !== 'string' ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(entries);
}
