import type { Json } from '../../src/contracts/json.ts';
import { formatJson, parseJsonText } from '../../src/engine/core/index.ts';

/** A value as the text an editor shows: a text as it is, anything else as JSON, nothing as nothing. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}

/** Do two texts say the same JSON, however they are laid out? */
export function sameJson(one: string, other: string): boolean {
  if (one === other) return true;
  const { value } = parseJsonText(one);
  return value !== undefined && JSON.stringify(value) === JSON.stringify(parseJsonText(other).value);
}
