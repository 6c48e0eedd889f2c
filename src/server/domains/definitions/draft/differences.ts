import { isObject, isSameText, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { partName, propertyName } from '../../../../contracts/definition-words.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { ViewDifference } from '../../../../contracts/view.ts';
import { findText, text } from '../../../kernel/texts.ts';
import { documentText, viewNodes, viewParts } from '../store/document-nodes.ts';

function nodesOf(document: JsonObject | null): Map<string, JsonObject> {
  const nodes = viewParts.flatMap((part) => [...viewNodes(document?.[part])]);
  return new Map(nodes.map((node) => [String(node['id']), node]));
}

/** Kind of a node: the name of its widget, or that it is a saved one. */
function kindOf(node: JsonObject, lang: Language): string {
  const known = findText(lang, `palette.${String(node['type'])}.title`);
  return known ?? findText(lang, 'panel.words.parts.use') ?? String(node['id']);
}

/** Name of a node: its title, label or text, else its widget. */
function nameOf(document: JsonObject, node: JsonObject, lang: Language): string {
  const props = isObject(node['props']) ? node['props'] : {};
  const texts = ['title', 'label', 'text'].map((key) => documentText(document, props[key], lang).trim());
  return texts.find((one) => one !== '') ?? kindOf(node, lang);
}

/** Names of the keys in which two objects differ. */
function changedKeys(one: Json | undefined, other: Json | undefined): string[] {
  const [before, after] = [isObject(one) ? one : {}, isObject(other) ? other : {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isSameText(before[key], after[key]))
    .sort();
}

/** Name of a source for people: the first component that shows it. */
function sourceName(
  document: JsonObject,
  nodes: ReadonlyMap<string, JsonObject>,
  id: string,
  lang: Language,
): string {
  const user = [...nodes.values()].find(({ source }) => source === id);
  return user ? nameOf(document, user, lang) : id;
}

/** A text as it is now, else as it was. */
function textInWords(is: Json | undefined, was: Json | undefined, key: string): string {
  const words = is ?? (isObject(was) ? was[key] : undefined);
  return typeof words === 'string' && words !== '' ? `“${words}”` : key;
}

/** Parts of a node beside its content; its position is listed by itself. */
function withoutPlace({ children: _children, slots: _slots, at: _at, ...rest }: JsonObject): JsonObject {
  return rest;
}

/**
 * Differences between two versions of a view, in sentences.
 * @param before null for the first version.
 */
export function differencesOf(
  before: JsonObject | null,
  after: JsonObject,
  lang: Language,
): ViewDifference[] {
  const found: ViewDifference[] = [];
  const say = (kind: ViewDifference['kind'], key: string, values: Record<string, string>) =>
    found.push({
      id: String(found.length + 1),
      kind,
      text: text(lang, `messages.views.differences.${key}`, values),
    });
  const words = { find: (key: string) => findText(lang, key) };
  const parts = (keys: readonly string[]): string[] => keys.map((key) => partName(key, words));
  const listed = (names: readonly string[]): string => [...new Set(names)].join(', ');
  const [old, fresh] = [nodesOf(before), nodesOf(after)];
  for (const [id, node] of fresh) {
    const was = old.get(id);
    const values = { name: nameOf(after, node, lang), type: kindOf(node, lang) };
    if (!was) {
      say('added', 'nodeAdded', values);
      continue;
    }
    if (!isSameText(was['at'], node['at'])) say('moved', 'nodeMoved', values);
    const [left, right] = [withoutPlace(was), withoutPlace(node)];
    if (isSameText(left, right)) continue;
    const inProps = changedKeys(left['props'], right['props']).map((key) => propertyName(key, words));
    const others = changedKeys(left, right).filter((key) => key !== 'props');
    say('changed', 'nodeChanged', { ...values, what: listed([...inProps, ...parts(others)]) });
  }
  for (const [id, node] of old)
    if (!fresh.has(id))
      say('removed', 'nodeRemoved', {
        name: nameOf(before!, node, lang),
        type: kindOf(node, lang),
      });
  const sources = changedKeys(before?.['sources'], after['sources']);
  if (sources.length > 0) {
    const what = sources.map((id) => sourceName(after, fresh, id, lang));
    say('changed', 'sources', { what: listed(what) });
  }
  for (const language of ['pt', 'en', 'es'] as const) {
    const [was, is] = [before?.['strings'], after['strings']].map((one) =>
      isObject(one) ? one[language] : {},
    );
    const keys = changedKeys(was, is);
    const what = keys.map((key) => textInWords(isObject(is) ? is[key] : undefined, was, key));
    const name = findText(lang, `panel.texts.languages.${language}`) ?? language;
    if (keys.length > 0) say('changed', 'texts', { language: name, what: listed(what) });
  }
  const said = new Set<string>([...viewParts, 'sources', 'strings']);
  const rest = changedKeys(before ?? {}, after).filter((key) => !said.has(key));
  if (rest.length > 0 && before !== null) say('changed', 'view', { what: listed(parts(rest)) });
  return found;
}
