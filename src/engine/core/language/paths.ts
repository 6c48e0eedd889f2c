/** Keys from the root down. Array items have their index as text. */
export type Path = readonly string[];

/** Keys that reach a prototype; no path of a definition or of data may contain them. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key);
}

/** Parses `state.filters.name` to a path. Keys that references stand for are percent-encoded. */
export function bindPath(bind: string): Path {
  const keys = bind.split('.');
  return bind.includes('%') ? keys.map(decodeURIComponent) : keys;
}

/** Removes repeated paths. */
export function distinctPaths(paths: readonly Path[]): Path[] {
  const found = new Map<string, Path>();
  for (const path of paths) found.set(path.join('\u0000'), path);
  return [...found.values()];
}

/**
 * Returns a copy with another value at a path; everything beside the path keeps its identity. Creates missing
 * objects on the path. Returns the same object when the value is equal.
 */
export function writePath<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  if (isForbiddenKey(key)) throw new Error(`"${key}" is a forbidden key`);
  const current: unknown = value !== null && typeof value === 'object' ? value : {};
  const old = Object.hasOwn(current as object, key) ? (current as Record<string, unknown>)[key] : undefined;
  const changed = writePath(old, rest, next);
  if (Object.is(changed, old) && Object.hasOwn(current as object, key)) return value;
  if (Array.isArray(current)) {
    const index = Number(key);
    if (!Number.isInteger(index) || index < 0 || index > current.length) {
      throw new Error(`"${key}" is no position in a list of ${current.length}`);
    }
    return withItem(current, index, changed) as T;
  }
  return { ...(current as object), [key]: changed } as T;
}

function withItem(list: readonly unknown[], index: number, item: unknown): unknown[] {
  const copy = [...list];
  copy[index] = item;
  return copy;
}

/** Whether a path is another one, or leads to what is inside of it. */
export const isPathWithin = (inner: Path, outer: Path): boolean =>
  outer.every((key, index) => inner[index] === key);

/** The keys of a path into data; an empty one is the whole. */
export const dataPath = (path: string): string[] => path.split('.').filter((one) => one !== '');
