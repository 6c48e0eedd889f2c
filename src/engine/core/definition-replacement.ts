import { isObject, deepEqual } from '../../contracts/json.ts';
import type { CompiledScreen, CompiledSource } from './model.ts';
import { isForbiddenKey } from './paths.ts';

/** Could one value stand where the other stood? Nothing fits everywhere. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || one === undefined || other === null || other === undefined) return true;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}

const own = (values: unknown, key: string): unknown =>
  isObject(values) && Object.hasOwn(values, key) ? values[key] : undefined;

/**
 * The state of an open screen whose definition was published anew. What the person changed stays where its place is still
 * there and takes such a value; what they did not touch is as the new definition starts it; what steps and widgets added
 * stays. Answers `mine` itself when nothing becomes different.
 * @param base what the old definition started with
 * @param mine what it is now
 * @param theirs what the new definition starts with
 */
export function replaceState(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (deepEqual(mine, theirs)) return mine;
  if (deepEqual(mine, base)) return theirs;
  if (!isObject(mine) || !isObject(theirs)) return isAlike(mine, theirs) ? mine : theirs;
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const pairs = [...keys].flatMap((key): [string, unknown][] => {
    if (isForbiddenKey(key)) return [];
    const isMine = Object.hasOwn(mine, key);
    if (Object.hasOwn(theirs, key)) {
      return [[key, isMine ? replaceState(own(base, key), mine[key], theirs[key]) : theirs[key]]];
    }
    // The new definition has given this place up.
    return isObject(base) && Object.hasOwn(base, key) ? [] : [[key, mine[key]]];
  });
  const replaced = Object.fromEntries(pairs);
  return deepEqual(replaced, mine) ? mine : replaced;
}

/** Sources that say the same in both definitions: they stay loaded as they are. */
export function sameSources(before: CompiledScreen, after: CompiledScreen): Set<string> {
  const said = (source: CompiledSource | undefined): string | null =>
    source ? JSON.stringify(source.definition) : null;
  return new Set(
    [...after.sources.keys()].filter(
      (id) => before.sources.has(id) && said(before.sources.get(id)) === said(after.sources.get(id)),
    ),
  );
}
