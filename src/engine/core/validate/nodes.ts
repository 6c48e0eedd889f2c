import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { nodeLists } from '../node-lists.ts';
import { diagnostic } from './diagnostics.ts';
import type { Registry } from '../registry.ts';
import { documentLimits } from './limits.ts';

export interface NodePlace {
  node: unknown;
  pointer: string;
  /** It is drawn once per row, with `row` in its scope. */
  inRow: boolean;
}

/** All nodes of a document in reading order, or the fault that there are too many or too deep. */
export function listNodes(
  document: JsonObject,
  registry: Registry,
): { nodes: NodePlace[]; diagnostics: Diagnostic[] } {
  const nodes: NodePlace[] = [];
  const visit = (list: unknown, pointer: string, depth: number, inRow: boolean): Diagnostic | null => {
    if (!Array.isArray(list)) return null;
    if (depth > documentLimits.nodeDepth)
      return diagnostic(pointer, 'too-deep', { limit: documentLimits.nodeDepth });
    for (const [index, node] of list.entries()) {
      if (nodes.length >= documentLimits.nodes) {
        return diagnostic(`${pointer}/${index}`, 'too-many-nodes', { limit: documentLimits.nodes });
      }
      nodes.push({ node, pointer: `${pointer}/${index}`, inRow });
      if (!isObject(node)) continue;
      const perRow = typeof node.type === 'string' && registry.get(node.type)?.children === 'row';
      const wrong = visit(node.children, `${pointer}/${index}/children`, depth + 1, inRow || perRow);
      if (wrong) return wrong;
    }
    return null;
  };
  for (const key of nodeLists) {
    const wrong = visit(document[key], `/${key}`, 1, false);
    if (wrong) return { nodes, diagnostics: [wrong] };
  }
  return { nodes, diagnostics: [] };
}
