import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Diagnostic } from '../contract.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { diagnostic } from './diagnostics.ts';

/** Size limits of a document (decisions: definitions are at most 1 MB and 50 levels deep). */
export const documentLimits = {
  /** Bytes of its JSON text. */
  bytes: 1_000_000,
  /** Levels of nodes inside nodes. */
  nodeDepth: 50,
  /** Levels of JSON: every node level takes two, its props and steps some more. */
  jsonDepth: 200,
  /** Nodes in all. */
  nodes: 2_000,
} as const;

/** Reports forbidden keys and excessive depth, up to 20. Not recursive, so no document can overflow the stack. */
export function structureDiagnostics(document: unknown): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const stack: { value: unknown; pointer: string; depth: number }[] = [
    { value: document, pointer: '', depth: 0 },
  ];
  let visited = 0;
  while (stack.length > 0 && diagnostics.length < 20) {
    const { value, pointer, depth } = stack.pop()!;
    if (typeof value !== 'object' || value === null) continue;
    visited += 1;
    if (depth > documentLimits.jsonDepth || visited > documentLimits.bytes) {
      diagnostics.push(diagnostic(pointer.slice(0, 300), 'too-deep', { limit: documentLimits.jsonDepth }));
      return diagnostics;
    }
    if (Array.isArray(value)) {
      value.forEach((item, index) =>
        stack.push({ value: item, pointer: `${pointer}/${index}`, depth: depth + 1 }),
      );
      continue;
    }
    for (const key of Object.keys(value)) {
      const child = `${pointer}/${escapeSegment(key)}`;
      if (isForbiddenKey(key)) diagnostics.push(diagnostic(child, 'forbidden-key', { key }));
      else stack.push({ value: (value as Record<string, unknown>)[key], pointer: child, depth: depth + 1 });
    }
  }
  return diagnostics;
}
