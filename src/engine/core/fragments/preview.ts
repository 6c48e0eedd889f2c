import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Registry } from '../language/registry.ts';
import { expandWith, type ReadFragments } from '../validate/fragments.ts';
import { parametersOf } from './expand.ts';
import { sampleOf } from './parameters.ts';
import { loadFragments } from './uses.ts';

/** A screen that uses a fragment, with a sample for each parameter that it requires. */
function screenOfFragment(fragment: JsonObject & { id: string }): JsonObject {
  const given = [...parametersOf(fragment)].filter(([, one]) => one.required === true);
  const use = {
    use: fragment.id,
    with: Object.fromEntries(given.map(([name, { type }]) => [name, sampleOf(type).value ?? null])),
  };
  return {
    kind: 'screen',
    formatVersion: fragment.formatVersion ?? 1,
    id: 'fragment-preview',
    path: '/fragment-preview',
    title: '',
    access: { any: [] },
    state: { sample: null },
    body: Array.isArray(fragment.body) ? [use] : [],
    dialogs: Array.isArray(fragment.dialogs) && !Array.isArray(fragment.body) ? [use] : [],
  };
}

/** A dashboard that shows nothing but a saved widget. */
function pageOfWidget({ formatVersion, id, title, sources, body, dialogs, strings }: JsonObject): JsonObject {
  const page: Record<string, Json | undefined> = {
    formatVersion,
    id,
    title,
    sources,
    body,
    dialogs,
    strings,
  };
  const given = Object.entries(page).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(given) as JsonObject), kind: 'dashboard', access: { any: [] } };
}

/**
 * Rendered form of a document that is being edited: with the content of its fragments; a fragment and a saved widget as pages of
 * their own.
 */
export async function previewDocument(
  document: unknown,
  registry: Registry,
  read: ReadFragments,
): Promise<unknown> {
  if (!isObject(document) || document.kind === 'form' || document.kind === 'entity') return document;
  const { id } = document;
  if (document.kind === 'widget') {
    const expanded = expandWith(document, await loadFragments([document], read), registry).document;
    return pageOfWidget(isObject(expanded) ? expanded : {});
  }
  if (document.kind !== 'fragment' || typeof id !== 'string') {
    return expandWith(document, await loadFragments([document], read), registry).document;
  }
  const fragments = await loadFragments([document], read);
  return expandWith(screenOfFragment({ ...document, id }), fragments.set(id, document), registry).document;
}
