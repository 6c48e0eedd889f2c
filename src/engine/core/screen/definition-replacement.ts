import { isObject, deepEqual } from '../../../contracts/json.ts';
import type { CompiledScreen, CompiledSource } from '../compiled-screen.ts';
import { isForbiddenKey } from '../language/paths.ts';

/** Whether two values have the same JSON type; null and undefined match every type. */
function hasSameType(one: unknown, other: unknown): boolean {
  if (one === null || one === undefined || other === null || other === undefined) return true;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}

const ownValue = (values: unknown, key: string): unknown =>
  isObject(values) && Object.hasOwn(values, key) ? values[key] : undefined;

/**
 * Computes the state of an open screen whose definition was replaced. Values that the user changed stay if the new
 * definition still declares them with the same type; unchanged values take the new initial ones; values that steps
 * and widgets added stay. Returns `mine` itself when nothing changes.
 * @param base initial state of the old definition
 * @param mine current state
 * @param theirs initial state of the new definition
 */
export function replaceState(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (deepEqual(mine, theirs)) return mine;
  if (deepEqual(mine, base)) return theirs;
  if (!isObject(mine) || !isObject(theirs)) return hasSameType(mine, theirs) ? mine : theirs;
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const entries = [...keys].flatMap((key): [string, unknown][] => {
    if (isForbiddenKey(key)) return [];
    const isMine = Object.hasOwn(mine, key);
    if (Object.hasOwn(theirs, key)) {
      return [[key, isMine ? replaceState(ownValue(base, key), mine[key], theirs[key]) : theirs[key]]];
    }
    // The new definition no longer declares this key.
    return isObject(base) && Object.hasOwn(base, key) ? [] : [[key, mine[key]]];
  });
  const replaced = Object.fromEntries(entries);
  return deepEqual(replaced, mine) ? mine : replaced;
}

/** Ids of the sources that are equal in both definitions, so their loads are reused. */
export function sameSources(before: CompiledScreen, after: CompiledScreen): Set<string> {
  const definitionText = (source: CompiledSource | undefined): string | null =>
    source ? JSON.stringify([source.definition, source.query.map(({ name }) => name)]) : null;
  return new Set(
    [...after.sources.keys()].filter(
      (id) =>
        before.sources.has(id) &&
        definitionText(before.sources.get(id)) === definitionText(after.sources.get(id)),
    ),
  );
}
