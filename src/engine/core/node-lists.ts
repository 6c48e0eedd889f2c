import { isObject, type JsonObject } from '../../contracts/json.ts';
import { documentLimits } from './validate/limits.ts';

/** Keys of a document's node lists, in reading order; a screen has neither header nor filters. */
export const nodeLists = ['header', 'filters', 'body', 'dialogs'] as const;

/**
 * The widget that wraps a dashboard's body; null for a screen, whose body is rendered directly. No document
 * contains this node, so its pointer is that of the `layout` key.
 */
export function layoutOf(document: JsonObject): { id: string; type: string; pointer: string } | null {
  if (document.kind !== 'dashboard') return null;
  return { id: 'layout', type: document.layout === 'nested' ? 'stack' : 'grid', pointer: '/layout' };
}

/** The distinct widget types of a document's nodes. Accepts invalid documents too. */
export function documentTypes(document: unknown): string[] {
  const types = new Set<string>();
  const visit = (list: unknown, depth: number): void => {
    if (!Array.isArray(list) || depth > documentLimits.nodeDepth) return;
    for (const node of list) {
      if (!isObject(node)) continue;
      if (typeof node['type'] === 'string') types.add(node['type']);
      visit(node['children'], depth + 1);
    }
  };
  if (!isObject(document)) return [];
  for (const key of nodeLists) visit(document[key], 1);
  const layout = layoutOf(document);
  if (layout) types.add(layout.type);
  return [...types];
}
