import { valueAt } from '../../contracts/json-pointer.ts';
import { bindPath, isForbiddenKey, writePath, type Path } from './paths.ts';

/** The query of a screen's address: parameters by name. */
export type Query = Readonly<Record<string, string>>;

type Scalar = string | number | boolean;

/** One value of the state that stands in the address. */
export interface QueryPart {
  name: string;
  /** From the scope's root: state, filters, … */
  path: Path;
  /** What the state starts with: tells the value's type, and is left out of the address. */
  initial: Scalar;
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** The parts that a document's `query` names; one whose state starts with no plain value is not among them. */
export function queryParts(document: { state?: unknown; query?: unknown }): QueryPart[] {
  const written = typeof document.query === 'object' && document.query !== null ? document.query : {};
  return Object.entries(written).flatMap(([name, bind]) => {
    const path = typeof bind === 'string' ? bindPath(bind) : [];
    const initial = valueAt({ state: document.state }, path);
    return isScalar(initial) && !path.some(isForbiddenKey) ? [{ name, path, initial }] : [];
  });
}

/** An address is anybody's to write: what is not of the value's type counts as not there. */
function parse(text: string | undefined, initial: Scalar): Scalar {
  if (text === undefined) return initial;
  if (typeof initial === 'string') return text;
  if (typeof initial === 'boolean') return text === 'true' || (text === 'false' ? false : initial);
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : initial;
}

/** A scope with the values that the address carries; what it does not carry is as the document starts it. */
export function withQuery<T extends object>(scope: T, parts: readonly QueryPart[], query: Query): T {
  return parts.reduce((now, { name, path, initial }) => {
    const text = Object.hasOwn(query, name) ? query[name] : undefined;
    return writePath(now, path, parse(text, initial));
  }, scope);
}

/** What the address has to carry for a scope: only what differs from the start. */
export function queryOf(scope: object, parts: readonly QueryPart[]): Query {
  const pairs = parts.flatMap(({ name, path, initial }): [string, string][] => {
    const value = valueAt(scope, path) ?? '';
    if (!isScalar(value) || value === initial) return [];
    // A number that was emptied has nothing to say.
    return value === '' && typeof initial !== 'string' ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(pairs);
}
