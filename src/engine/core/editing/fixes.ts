import { escapeSegment, parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { JsonText, Span } from '../json/text.ts';
import { currentFormat } from '../language/migrate.ts';
import type { Registry } from '../language/registry.ts';

/** A change of a text that mends a diagnostic: the text of a range is replaced. */
export interface TextFix extends Span {
  text: string;
  /** Text that the fix writes, as people read it. */
  shown: string;
}

/** Value of a diagnostic that holds the unknown name, by its code. */
const nameOfCode: Readonly<Record<string, string>> = {
  'unknown-key': 'key',
  value: 'value',
  'unknown-entity': 'entity',
  'unknown-event': 'event',
  'unknown-function': 'name',
  'unknown-variable': 'name',
  'unknown-slot': 'slot',
  'unknown-source-name': 'name',
  'unknown-field': 'path',
  'unknown-arg': 'name',
  'unknown-route': 'address',
  'unknown-page': 'address',
  'parameter-value': 'value',
  'unknown-parameter': 'parameter',
  'unknown-body-field': 'field',
  'unknown-data-field': 'field',
  'form-entity-field': 'field',
  'form-field-unknown': 'field',
  'fragment-no-parameter': 'parameter',
  'fragment-unknown-parameter': 'parameter',
  'entity-field': 'field',
  'choices-field': 'field',
  'row-options-field': 'field',
  'entity-unknown': 'entity',
  'unknown-source': 'source',
  'unknown-dialog': 'dialog',
  'unknown-state': 'path',
  'misspelled-state': 'path',
  'unknown-type': 'type',
  'unknown-verb': 'keys',
  'unknown-form': 'form',
  'unknown-child': 'child',
  'unknown-text': 'key',
  'unknown-icon': 'icon',
  'unknown-screen': 'screen',
  'unknown-order': 'value',
  'unknown-fragment': 'fragment',
  'unknown-saved-widget': 'widget',
};

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\w$-]/.test(character);

/** The only place in a range where a name stands as a word of its own; null when there is none, or more than one. */
function onlyPlace(text: string, { start, end }: Span, name: string): Span | null {
  let found: Span | null = null;
  for (let at = text.indexOf(name, start); at >= 0 && at + name.length <= end;) {
    const after = at + name.length;
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[after])) {
      if (found) return null;
      found = { start: at, end: after };
    }
    at = text.indexOf(name, after);
  }
  return found;
}

/** Replaces a misspelled name, in the key or the value that the diagnostic stands at. */
function respelled(read: JsonText, text: string, { pointer, code, values }: Diagnostic): TextFix | null {
  const written = values[nameOfCode[code] ?? ''];
  if (typeof written !== 'string' || written === '') return null;
  // Of a path only its last name is unknown.
  const name = code === 'unknown-field' ? written.slice(written.lastIndexOf('.') + 1) : written;
  const { nearest: meant } = values;
  if (typeof meant !== 'string' || meant === '' || meant.includes(':')) return null;
  const own =
    code === 'unknown-key' || code === 'unknown-verb' ? `${pointer}/${escapeSegment(name)}` : pointer;
  const key = parsePointer(own).at(-1);
  const position = typeof values.position === 'number' ? values.position : undefined;
  if (key === name && position === undefined) {
    const span = read.keySpan(own);
    const quoted = text.slice(span.start, span.end) === JSON.stringify(name);
    if (quoted) return { ...span, text: JSON.stringify(meant), shown: meant };
  }
  const place = onlyPlace(text, read.span(pointer, position), name);
  return place && { ...place, text: meant, shown: meant };
}

/** Values of missing keys that a document can have only one of. */
function missingValue(key: string, node: unknown, registry: Pick<Registry, 'get'>) {
  if (key === 'formatVersion') return currentFormat;
  if (key === 'typeVersion' && isObject(node) && typeof node.type === 'string') {
    return registry.get(node.type)?.version;
  }
  return undefined;
}

/** Writes a missing key first in its object. */
function completed(
  read: JsonText,
  text: string,
  { pointer, values }: Diagnostic,
  registry: Pick<Registry, 'get'>,
): TextFix | null {
  const key = String(values.key);
  const value = missingValue(key, valueAt(read.value, parsePointer(pointer)), registry);
  const { start } = read.span(pointer);
  if (value === undefined || text[start] !== '{') return null;
  const [, space = ''] = /^\{(\s*)/.exec(text.slice(start)) ?? [];
  const isEmpty = text[start + 1 + space.length] === '}';
  const written = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const at = start + 1 + space.length;
  return { start: at, end: at, text: isEmpty ? written : `${written},${space || ' '}`, shown: written };
}

/** Lowers the version of a node that is newer than its widget. */
function lowered(read: JsonText, { pointer, values }: Diagnostic): TextFix | null {
  const { known } = values;
  const node = valueAt(read.value, parsePointer(pointer));
  const own = pointer.endsWith('/typeVersion') ? pointer : `${pointer}/typeVersion`;
  if (typeof known !== 'number' || (own !== pointer && !(isObject(node) && 'typeVersion' in node)))
    return null;
  return { ...read.span(own), text: String(known), shown: `"typeVersion": ${known}` };
}

/** The change that mends a diagnostic of a text, where only one is likely. */
export function fixOf(
  read: JsonText,
  text: string,
  diagnostic: Diagnostic,
  registry: Pick<Registry, 'get'>,
): TextFix | null {
  // Inside of the fragment, but for what is given to it.
  if (diagnostic.fragment && !diagnostic.pointer.includes('/with/')) return null;
  if (diagnostic.code === 'required') return completed(read, text, diagnostic, registry);
  if (diagnostic.code === 'newer-type') return lowered(read, diagnostic);
  return respelled(read, text, diagnostic);
}
