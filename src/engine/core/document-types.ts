import { isObject, type JsonObject } from '../../contracts/json.ts';
import { layoutOf, nodeLists } from './node-lists.ts';
import { documentLimits } from './validate/limits.ts';

/** The widget types that a document's nodes name, each once; whatever else is wrong with it. */
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
  const layout = layoutOf(document as JsonObject);
  if (layout) types.add(layout.type);
  return [...types];
}
