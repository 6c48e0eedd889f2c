import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import { usedDefinition } from '../contracts/saved-widget.ts';
import { defaultLanguage } from '../contracts/language.ts';
import type { Registry } from '../engine/core/index.ts';
import { isText } from './new-node.ts';
import type { Model } from './model/document-model.ts';

type Translate = (key: string) => string;

/** Whether a text is a key: one `$` names it, two stand for the character. */
export const isTextKey = (text: Json | undefined): text is string =>
  typeof text === 'string' && /^\$[^$]/.test(text);

/**
 * A text as it is shown: those that are keys are looked up in the document, in the language and then in the default one, and
 * then among the texts of the product.
 */
export function shownText(text: Json | undefined, document: JsonObject, lang: string, t: Translate): string {
  if (typeof text !== 'string') return '';
  if (!text.startsWith('$')) return text;
  if (text.startsWith('$$')) return text.slice(1);
  const tables = isObject(document['strings']) ? document['strings'] : {};
  const own = [lang, defaultLanguage]
    .map((one) => (isObject(tables[one]) ? tables[one][text.slice(1)] : undefined))
    .find((one) => typeof one === 'string');
  return typeof own === 'string' ? own : t(text.slice(1));
}

/** Type of a node's widget; empty for what is none. */
export const typeOfNode = (node: Json | undefined): string =>
  isObject(node) && typeof node['type'] === 'string' ? node['type'] : '';

/** Name of a widget type in the person's language. */
export function widgetName(type: string, registry: Registry, t: Translate): string {
  const spec = registry.loaded(type);
  return spec ? t(spec.title.slice(1)) : type;
}

export const widgetIcon = (type: string, registry: Registry): string =>
  registry.loaded(type)?.icon ?? 'puzzle-piece';

/** Inputs of the names of nodes. */
export interface Naming {
  registry: Registry;
  lang: string;
  t: Translate;
  /** Titles of saved widgets, by their ids. */
  saved: ReadonlyMap<string, string>;
}

/** The saved widget that a node shows; null for a node of its own. */
export function savedWidgetOf(node: Json | undefined): string | null {
  const used = isObject(node) && typeof node['use'] === 'string' ? usedDefinition(node['use']) : null;
  return used?.kind === 'widget' ? used.id : null;
}

/** Name of a node for people: its title, else its field or section, else its widget. */
export function nodeName(model: Model, key: string, { registry, lang, t, saved }: Naming): string {
  const node = model.nodes[key];
  if (typeof node === 'string') return node;
  if (!isObject(node)) return key;
  const props = isObject(node['props']) ? node['props'] : node;
  const schema = registry.loaded(typeOfNode(node))?.propsSchema['properties'];
  for (const name of ['title', 'label', 'text']) {
    // The name of a field is no name of a widget.
    if (isObject(schema) && !isText(schema[name])) continue;
    const text = shownText(props[name], model.document, lang, t).trim();
    if (text !== '') return text;
  }
  const widget = savedWidgetOf(node);
  if (widget !== null) return saved.get(widget) ?? t('editor.widgets.section');
  const field = node['field'] ?? node['use'];
  if (typeof field === 'string') return field;
  return node['type'] === undefined ? key : widgetName(typeOfNode(node), registry, t);
}
