import {
  isObject,
  numberOr,
  objectsOf,
  textOrEmpty,
  type Json,
  type JsonObject,
} from '../../../../contracts/json.ts';
import type { ViewElement } from '../../../../contracts/view.ts';
import { invalid } from '../../../kernel/errors.ts';

/** An element as clients send it: what is absent keeps the value that the stored node has. */
export type SentElement = Partial<Omit<ViewElement, 'id'>> & { id: string };

/** The element of a node. */
export function elementOf(node: JsonObject, parent: string | null): ViewElement {
  const props = isObject(node['props']) ? node['props'] : {};
  const at = isObject(node['at']) ? node['at'] : {};
  return {
    id: textOrEmpty(node['id']),
    i: textOrEmpty(node['id']),
    type: 'use' in node ? 'use' : textOrEmpty(node['type']),
    subtype: textOrEmpty(props['variant']),
    ptype: '',
    model: textOrEmpty(props['bind']),
    required: false,
    x: numberOr(at['x'], 0),
    y: numberOr(at['y'], 0),
    w: numberOr(at['w'], 12),
    h: numberOr(at['h'], 4),
    parent,
    options: 'use' in node ? { use: node['use'] ?? '', with: node['with'] ?? {} } : props,
  };
}

/** The elements of nodes and of their children, each after the one that contains it. */
export function elementsOf(nodes: Json | undefined, parent: string | null = null): ViewElement[] {
  return objectsOf(nodes).flatMap((node) => [
    elementOf(node, parent),
    ...elementsOf(node['children'], textOrEmpty(node['id'])),
  ]);
}

/** All nodes by their ids, with those of slots. */
function nodesById(nodes: Json | undefined, found = new Map<string, JsonObject>()): Map<string, JsonObject> {
  for (const node of objectsOf(nodes)) {
    found.set(textOrEmpty(node['id']), node);
    nodesById(node['children'], found);
  }
  return found;
}

/**
 * Converts elements into nodes. A node that exists keeps everything that an element does not say, such as its source.
 * @throws AppError VALIDATION_FAILED for an element whose parent is not among them
 */
export function nodesOfLayout(elements: readonly SentElement[], current: Json | undefined): JsonObject[] {
  const known = nodesById(current);
  const made = elements.map((element) => nodeOf(element, known.get(element.id)));
  const childrenOf = new Map<string, JsonObject[]>();
  for (const [at, { parent }] of elements.entries()) {
    if (!parent) continue;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), made[at]!]);
  }
  assertReachable(elements);
  for (const [at, { id }] of elements.entries()) {
    const children = childrenOf.get(id);
    if (children) made[at]!['children'] = children;
  }
  return made.filter((_, at) => !elements[at]!.parent);
}

function nodeOf({ id, type, options, x, y, w, h, parent }: SentElement, old?: JsonObject): JsonObject {
  const { children: _children, ...kept } = old ?? { id };
  if (type === 'use' || (type === undefined && 'use' in kept)) return { ...kept, id, ...options };
  const before = isObject(kept['at']) ? kept['at'] : null;
  const isPlaced = [x, y, w, h].some((one) => one !== undefined);
  const at = {
    ...before,
    x: x ?? numberOr(before?.['x'], 0),
    y: y ?? numberOr(before?.['y'], 0),
    w: w ?? numberOr(before?.['w'], 12),
    h: h ?? numberOr(before?.['h'], 4),
  };
  return {
    ...kept,
    id,
    ...(type !== undefined && { type }),
    ...(options !== undefined && { props: options }),
    // The children of a container stand one after the other, unless it is a grid.
    ...((parent ? before !== null : isPlaced || before !== null) && { at }),
  };
}

/** Every element must lead to one without a parent: neither an unknown parent nor a circle would be seen. */
function assertReachable(elements: readonly SentElement[]): void {
  const parents = new Map(elements.map(({ id, parent }) => [id, parent ?? null]));
  const reached = new Set<string>();
  const errors = elements.flatMap(({ id }, at) => {
    const way: string[] = [];
    for (let one: string | null | undefined = id; one !== null; one = parents.get(one)) {
      if (one === undefined || way.includes(one))
        return [{ path: `/layout/${at}/parent`, key: 'errors.views.parent', params: { id } }];
      if (reached.has(one)) break;
      way.push(one);
    }
    for (const one of way) reached.add(one);
    return [];
  });
  if (errors.length > 0) throw invalid(errors);
}
