import { isObject } from '../../../contracts/json.ts';
import type { Path } from '../paths.ts';
import type { DiagnosticCode } from './diagnostics.ts';

/** What a document says there is, for its references to be held to; what is not given is not known here. */
export interface Declared {
  /** Its sources. */
  data?: ReadonlySet<string>;
  /** Does its state start with a value at a path, or does anything write one there? */
  hasState?(path: Path): boolean;
}

function startsWith(state: unknown, path: Path): boolean {
  let current = state;
  for (const [depth, key] of path.entries()) {
    // Of a list, an empty object or a value that is to come nobody can say what it will hold.
    if (!isObject(current) || (depth > 0 && Object.keys(current).length === 0)) return depth > 0;
    if (!Object.hasOwn(current, key)) return false;
    current = current[key];
  }
  return true;
}

const isWithin = (inner: Path, outer: Path): boolean => outer.every((key, index) => inner[index] === key);

/**
 * @param start the document's `state`.
 * @param writes places that a widget or a step writes, without their root.
 */
export function stateOf(start: unknown, writes: readonly Path[]): (path: Path) => boolean {
  return (path) =>
    startsWith(start, path) || writes.some((write) => isWithin(path, write) || isWithin(write, path));
}

/** What a reference names that its document does not have. */
export function undeclared(
  [root, second, ...rest]: Path,
  declared: Declared,
): { code: DiagnosticCode; values: Record<string, string> } | null {
  if (second === undefined) return null;
  if (root === 'data' && declared.data?.has(second) === false)
    return { code: 'unknown-source', values: { source: second } };
  if (root === 'state' && declared.hasState?.([second, ...rest]) === false)
    return { code: 'unknown-state', values: { path: ['state', second, ...rest].join('.') } };
  return null;
}
