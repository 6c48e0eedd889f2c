import { isObject } from '../../../contracts/json.ts';
import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { JsonSchema } from '../contract.ts';

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

/** A schema with its local `$ref` followed (draft-07: what stands beside `$ref` does not count). */
export function followRef(schema: unknown, root: JsonSchema): Record<string, unknown> | null {
  let current = schema;
  for (let hops = 0; hops < 50; hops++) {
    if (!isObject(current)) return null;
    const ref = (current as Record<string, unknown>)['$ref'];
    if (typeof ref !== 'string') return current as Record<string, unknown>;
    if (!ref.startsWith('#')) return null;
    current = valueAt(root, parsePointer(decodeURIComponent(ref.slice(1))));
  }
  return null;
}
