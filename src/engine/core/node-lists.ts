import type { JsonObject } from '../../contracts/json.ts';

/** Where a document has lists of nodes, in reading order; a screen has no header and no filters of its own. */
export const nodeLists = ['header', 'filters', 'body', 'dialogs'] as const;

/**
 * The widget that a dashboard's body stands in; null where the body stands in the screen itself. No document writes this
 * node, so it has the place of what asks for it.
 */
export function layoutOf(document: JsonObject): { id: string; type: string; pointer: string } | null {
  if (document.kind !== 'dashboard') return null;
  return { id: 'layout', type: document.layout === 'nested' ? 'stack' : 'grid', pointer: '/layout' };
}
