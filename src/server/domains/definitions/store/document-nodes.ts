import { isObject, objectsOf, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { findText } from '../../../kernel/texts.ts';

/** The parts of a view, in the order of its page. */
export const viewParts = ['header', 'filters', 'body'] as const;

/** All nodes of a document, with those in slots. */
export function* viewNodes(value: Json | undefined): Generator<JsonObject> {
  for (const node of objectsOf(value)) {
    yield node;
    yield* viewNodes(node['children']);
    if (isObject(node['slots'])) for (const slot of Object.values(node['slots'])) yield* viewNodes(slot);
  }
}

/** All nodes of a view, with those of its dialogs. */
export function* documentNodes(document: JsonObject): Generator<JsonObject> {
  for (const part of [...viewParts, 'dialogs']) yield* viewNodes(document[part]);
}

/** A text of a document in a language. */
export function documentText(document: JsonObject, written: Json | undefined, lang: Language): string {
  if (typeof written !== 'string') return '';
  if (!written.startsWith('$')) return written;
  if (written.startsWith('$$')) return written.slice(1);
  const strings = isObject(document['strings']) ? document['strings'] : {};
  const own = [strings[lang], strings['pt']].find(
    (one) => isObject(one) && Object.hasOwn(one, written.slice(1)),
  );
  return isObject(own) ? String(own[written.slice(1)]) : (findText(lang, written.slice(1)) ?? written);
}
