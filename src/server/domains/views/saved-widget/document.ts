import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { foldText } from '../../../../contracts/text.ts';
import type { Language } from '../../../../contracts/language.ts';
import { invalid } from '../../../kernel/errors.ts';
import { titleIn, titlesOf } from '../../definitions/index.ts';
import { literal, titleOf } from '../view/document.ts';

/** Content of a saved widget beside its name. */
export interface WidgetContent {
  parameters?: JsonObject | undefined;
  sources?: JsonObject | undefined;
  body?: JsonObject[] | undefined;
  dialogs?: JsonObject[] | undefined;
  strings?: JsonObject | undefined;
}

/** Fields of a saved widget as clients send them; what is absent stays. */
export interface WidgetInput {
  title?: string | undefined;
  description?: string | undefined;
  content?: WidgetContent | undefined;
}

const descriptionLimit = 500;

/** The document of a new widget, without content. */
export const emptyWidget = (id: string): JsonObject => ({
  kind: 'widget',
  formatVersion: 2,
  id,
  title: '',
  body: [],
});

/**
 * Returns a copy of a widget's document with the fields that were sent.
 * @throws AppError VALIDATION_FAILED for an empty title, and for texts that are too long
 */
export function withFields(document: JsonObject, { title, description, content }: WidgetInput): JsonObject {
  const next = structuredClone(document);
  if (title !== undefined) next['title'] = literal(titleOf(title, '/title'));
  if (description !== undefined) {
    const text = description.trim();
    if (text.length > descriptionLimit)
      throw invalid([
        {
          path: '/description',
          key: 'errors.widgets.descriptionLength',
          params: { limit: descriptionLimit },
        },
      ]);
    if (text === '') delete next['description'];
    else next['description'] = literal(text);
  }
  for (const [key, value] of Object.entries(content ?? {}))
    if (value !== undefined) next[key] = value as Json;
  return next;
}

/** Title, description and type as they are stored. */
export function fieldsOf(
  document: JsonObject,
  lang: Language,
): { title: string; description: string; type: string } {
  const described = { title: document['description'] ?? '', strings: document['strings'] ?? {} };
  const [node] = Array.isArray(document['body']) ? document['body'] : [];
  return {
    title: titleIn(titlesOf(document), lang),
    description: document['description'] === undefined ? '' : titleIn(titlesOf(described), lang, ''),
    type: isObject(node) && typeof node['type'] === 'string' ? node['type'] : '',
  };
}

/** Columns and rows that a widget takes at first, by the position of its node; null without one. */
export function sizeOf(document: JsonObject): { w: number; h: number } | null {
  const [node] = Array.isArray(document['body']) ? document['body'] : [];
  const at = isObject(node) && isObject(node['at']) ? node['at'] : {};
  const { w, h } = at;
  return typeof w === 'number' && typeof h === 'number' ? { w, h } : null;
}

/** The identifier that a title becomes: `vendas-por-mes`. */
export function idOfTitle(title: string): string {
  const words = foldText(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return words === '' ? 'widget' : words.slice(0, 56).replace(/-+$/, '');
}
