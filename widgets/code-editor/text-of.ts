import type { Json } from '../../src/contracts/json.ts';
import { formatJson } from '../../src/engine/core/index.ts';

/** A value as the text an editor shows: a text as it is, anything else as JSON, nothing as nothing. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}
