import type { JsonSchema } from '../contract.ts';
import type { Path } from '../paths.ts';

/**
 * One fault a JSON Schema judge found, in Ajv's words, so that the interpreter in the browser and Ajv on the
 * server share everything that comes after: dropping wrappers, hiding, wording.
 */
export interface SchemaError {
  keyword: string;
  /** JSON pointer of the value at fault; for a missing or surplus property, of that property. */
  path: string;
  params: Record<string, unknown>;
}

/** Keywords that only say "something below is wrong"; what is below is told by itself. */
const alwaysWrappers = new Set(['if', 'propertyNames', 'properties', 'items', 'allOf', '$ref']);
const branchWrappers = new Set(['anyOf', 'oneOf']);

/**
 * What is left when the faults that only wrap others are gone. `anyOf` and `oneOf` stay when no fault of a branch
 * lies at or under their value (`oneOf` that matches twice has none): then they are all there is to say.
 */
export function dropWrappers(errors: readonly SchemaError[]): SchemaError[] {
  const leaves = errors.filter(
    (error) => !alwaysWrappers.has(error.keyword) && !branchWrappers.has(error.keyword),
  );
  const kept = errors.filter((error) => {
    if (alwaysWrappers.has(error.keyword)) return false;
    if (!branchWrappers.has(error.keyword)) return true;
    if (error.params['passingSchemas']) return true;
    return !leaves.some((leaf) => isAtOrUnder(leaf.path, error.path));
  });
  return kept;
}

/** Is `path` the pointer `parent` or one below it? */
export function isAtOrUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A JSON pointer as its segments: `/a/b~1c` is `['a', 'b/c']`. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value a pointer names, or undefined. Own properties only: a pointer comes from outside. */
export function atPointer(value: unknown, segments: readonly string[]): unknown {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string, unknown>)[segment];
  }
  return current;
}

/** A schema with its local `$ref` followed (draft-07: what stands beside `$ref` does not count). */
export function followRef(schema: unknown, root: JsonSchema): Record<string, unknown> | null {
  let current = schema;
  for (let hops = 0; hops < 50; hops++) {
    if (typeof current !== 'object' || current === null || Array.isArray(current)) return null;
    const ref = (current as Record<string, unknown>)['$ref'];
    if (typeof ref !== 'string') return current as Record<string, unknown>;
    if (!ref.startsWith('#')) return null;
    current = atPointer(root, pointerSegments(decodeURIComponent(ref.slice(1))));
  }
  return null;
}

/** A path as a JSON pointer. */
export function pointerOf(path: Path): string {
  return path.map((segment) => `/${escapeSegment(segment)}`).join('');
}
