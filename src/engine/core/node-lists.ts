import { isObject, type JsonObject } from '../../contracts/json.ts';
import { documentLimits } from './validate/limits.ts';

/** The keys under which a document has lists of nodes, in reading order; a screen has neither header nor filters. */
export const nodeLists = ['header', 'filters', 'body', 'dialogs'] as const;

/**
 * The widget that contains a dashboard's body; null for a screen, which contains its body itself. No document writes this
 * node, so its pointer is that of the key that asks for it.
 */
export function layoutOf(document: JsonObject): { id: string; type: string; pointer: string } | null {
  if (document.kind !== 'dashboard') return null;
  return { id: 'layout', type: document.layout === 'nested' ? 'stack' : 'grid', pointer: '/layout' };
}

/** The widget types that a document's nodes name, each once. Takes invalid documents too. */
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
