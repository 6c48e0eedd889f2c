import type { Json } from '../../src/contracts/json.ts';
import { formatJson } from '../../src/engine/core/index.ts';

/** Formats a value as an editor's text: strings unchanged, undefined and null as '', anything else as JSON. */
export function toEditorText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}
