import type { JsonObject } from '../../../contracts/json.ts';
import type { DefinitionFault } from '../contract.ts';
import { fault } from './faults.ts';
import { documentLimits } from './limits.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface NodePlace {
  node: unknown;
  pointer: string;
}

/** All nodes of a document in reading order, or the fault that there are too many or too deep. */
export function listNodes(document: JsonObject): { nodes: NodePlace[]; faults: DefinitionFault[] } {
  const nodes: NodePlace[] = [];
  const visit = (list: unknown, pointer: string, depth: number): DefinitionFault | null => {
    if (!Array.isArray(list)) return null;
    if (depth > documentLimits.nodeDepth)
      return fault(pointer, 'too-deep', { limit: documentLimits.nodeDepth });
    for (const [index, node] of list.entries()) {
      if (nodes.length >= documentLimits.nodes) {
        return fault(`${pointer}/${index}`, 'too-many-nodes', { limit: documentLimits.nodes });
      }
      nodes.push({ node, pointer: `${pointer}/${index}` });
      const wrong = isObject(node) ? visit(node.children, `${pointer}/${index}/children`, depth + 1) : null;
      if (wrong) return wrong;
    }
    return null;
  };
  const wrong = visit(document.body, '/body', 1) ?? visit(document.dialogs, '/dialogs', 1);
  return { nodes, faults: wrong ? [wrong] : [] };
}
