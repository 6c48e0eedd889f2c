import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import type { ViewDifference } from '../../../contracts/view.ts';
import { text } from '../../kernel/texts.ts';
import { documentText, viewNodes, viewParts } from '../views/elements.ts';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function nodesOf(document: JsonObject | null): Map<string, JsonObject> {
  const nodes = viewParts.flatMap((part) => [...viewNodes(document?.[part])]);
  return new Map(nodes.map((node) => [String(node['id']), node]));
}

/** What a node is called: its title or label, else its id. */
function nameOf(document: JsonObject, node: JsonObject, lang: Language): string {
  const props = isObject(node['props']) ? node['props'] : {};
  const named = documentText(document, props['title'] ?? props['label'], lang);
  return named === '' ? String(node['id']) : `${named} (${String(node['id'])})`;
}

/** Names of the keys in which two objects differ. */
function changedKeys(one: Json | undefined, other: Json | undefined): string[] {
  const [before, after] = [isObject(one) ? one : {}, isObject(other) ? other : {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !same(before[key], after[key]))
    .sort();
}

/** Parts of a node beside its content; its position is listed by itself. */
function withoutPlace({ children: _children, slots: _slots, at: _at, ...rest }: JsonObject): JsonObject {
  return rest;
}

/**
 * What differs between two versions of a view, in sentences.
 * @param before null for the first version.
 */
export function differencesOf(
  before: JsonObject | null,
  after: JsonObject,
  lang: Language,
): ViewDifference[] {
  const found: ViewDifference[] = [];
  const say = (kind: ViewDifference['kind'], key: string, values: Record<string, string>) =>
    found.push({ kind, text: text(lang, `messages.views.differences.${key}`, values) });
  const [old, fresh] = [nodesOf(before), nodesOf(after)];
  for (const [id, node] of fresh) {
    const was = old.get(id);
    const values = { name: nameOf(after, node, lang), type: String(node['type'] ?? node['use'] ?? '') };
    if (!was) {
      say('added', 'nodeAdded', values);
      continue;
    }
    if (!same(was['at'], node['at'])) say('moved', 'nodeMoved', values);
    const [left, right] = [withoutPlace(was), withoutPlace(node)];
    if (same(left, right)) continue;
    const inProps = changedKeys(left['props'], right['props']);
    const others = changedKeys(left, right).filter((key) => key !== 'props');
    say('changed', 'nodeChanged', { ...values, what: [...inProps, ...others].join(', ') });
  }
  for (const [id, node] of old)
    if (!fresh.has(id))
      say('removed', 'nodeRemoved', {
        name: nameOf(before!, node, lang),
        type: String(node['type'] ?? node['use'] ?? ''),
      });
  const sources = changedKeys(before?.['sources'], after['sources']);
  if (sources.length > 0) say('changed', 'sources', { what: sources.join(', ') });
  for (const language of ['pt', 'en', 'es'] as const) {
    const [was, is] = [before?.['strings'], after['strings']].map((one) =>
      isObject(one) ? one[language] : {},
    );
    const keys = changedKeys(was, is);
    if (keys.length > 0) say('changed', 'texts', { language, what: keys.join(', ') });
  }
  const listed = new Set<string>([...viewParts, 'sources', 'strings']);
  const rest = changedKeys(before ?? {}, after).filter((key) => !listed.has(key));
  if (rest.length > 0 && before !== null) say('changed', 'view', { what: rest.join(', ') });
  return found;
}
