import { isObject } from '../../../contracts/json.ts';
import type { Registry } from '../language/registry.ts';
import { rootOf } from '../validate/known-fields.ts';
import { collectNode, listNodes } from '../validate/nodes.ts';
import { fieldPaths } from '../validate/shapes.ts';

/**
 * Paths that an expression or address of a node reads beside the global ones, for completion: `event.values.name`, `row`.
 * @param pointer of the expression's text, or of the address.
 */
export function localNamesAt(document: unknown, pointer: string, registry: Registry): string[] {
  if (!isObject(document)) return [];
  const listed = listNodes(document, registry).nodes.findLast((node) =>
    pointer.startsWith(`${node.pointer}/`),
  );
  if (!listed) return [];
  const { expressions, addresses } = collectNode(listed, registry);
  const use = [...expressions, ...addresses].find((one) => one.pointer === pointer);
  return (use?.locals ?? []).flatMap((local) => {
    const root = rootOf(local);
    const paths = typeof local === 'string' ? [] : fieldPaths(local.schema, local.at);
    return [root, ...paths.map((path) => `${root}.${path}`)];
  });
}
