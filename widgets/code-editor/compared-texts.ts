import { isObject, type Json, type JsonObject } from '../../src/contracts/json.ts';
import { formatJson, parseDocument } from '../../src/engine/core/index.ts';
import { toEditorText } from './editor-text.ts';

/** Both sides of a comparison as texts, and whether the compared text is no JSON. */
export interface ComparedTexts {
  original: string;
  text: string;
  /** Only for JSON: the text is shown as it was typed. */
  invalid: boolean;
}

/** A side's JSON; undefined for a text that is none. */
function parsed(side: Json | undefined): Json | undefined {
  if (typeof side !== 'string') return side ?? undefined;
  if (side.trim() === '') return undefined;
  const { document, diagnostics } = parseDocument(side);
  return diagnostics.length > 0 ? undefined : (document as Json);
}

/** Ids of the nodes that name the version of their widget. */
function versionedIds(value: Json | undefined, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) versionedIds(item, into);
  else if (isObject(value)) {
    if (typeof value.id === 'string' && value.typeVersion !== undefined) into.add(value.id);
    for (const below of Object.values(value)) versionedIds(below, into);
  }
  return into;
}

function withoutVersions(value: Json, kept: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => withoutVersions(item, kept));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'typeVersion' || (typeof value.id === 'string' && kept.has(value.id)))
    .map(([key, below]) => [key, withoutVersions(below, kept)] as const);
  return Object.fromEntries(entries) as JsonObject;
}

/** A line with a node's version, as the server's documents are formatted, and the comma of the line before it. */
const versionLine = /,(\s*)"typeVersion": \d+(?=\s*[,}])/g;

/** A text that cannot be parsed, without the versions that the server added, unless the original has versions as well. */
function withoutTypedVersions(text: string, original: Json | undefined): string {
  return versionedIds(original).size > 0 ? text : text.replace(versionLine, '');
}

/**
 * Formats both sides of a comparison alike. The server adds `typeVersion` when it stores a node, so it counts only where both
 * sides have one: what remains is what people changed.
 */
export function comparedTexts(
  original: Json | undefined,
  value: Json | undefined,
  isJson: boolean,
): ComparedTexts {
  const [left, right] = [parsed(original), parsed(value)];
  if (!isJson) return { original: toEditorText(original), text: toEditorText(value), invalid: false };
  const inRight = versionedIds(right);
  const kept = new Set([...versionedIds(left)].filter((id) => right === undefined || inRight.has(id)));
  const format = (side: Json | undefined, given: Json | undefined): string =>
    side === undefined ? toEditorText(given) : formatJson(withoutVersions(side, kept));
  const isTyped = typeof value === 'string' && value.trim() !== '';
  const invalid = isTyped && right === undefined;
  return {
    original: format(left, original),
    text: invalid ? withoutTypedVersions(value, left) : format(right, value),
    invalid,
  };
}

/**
 * Whether two texts hold the same JSON, however they are formatted and whichever versions the server added. False for a text
 * that cannot be parsed.
 */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  if (parsed(one) === undefined || parsed(other) === undefined) return false;
  const { original, text } = comparedTexts(one, other, true);
  return original === text;
}
