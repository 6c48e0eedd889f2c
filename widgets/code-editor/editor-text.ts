import type { Json } from '../../src/contracts/json.ts';
import { formatJson, parseDocument } from '../../src/engine/core/index.ts';

/** Formats a value as an editor's text: strings unchanged, undefined and null as '', anything else as JSON. */
export function toEditorText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}

/** Whether two texts hold the same JSON, however they are formatted. False for a text that cannot be parsed. */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [parseDocument(one), parseDocument(other)];
  if (left.diagnostics.length > 0 || right.diagnostics.length > 0) return false;
  return JSON.stringify(left.document) === JSON.stringify(right.document);
}
