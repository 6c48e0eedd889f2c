import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';

/** The schema that a chain of local `$ref` leads to; null when a reference is remote, unknown or circular. */
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
