import { escapeSegment } from '../../../../contracts/json-pointer.ts';
import type { Access } from '../../../../contracts/access.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { withoutRefusedFields } from './prune-form.ts';

/** Keys whose values are data or code of their own: an `access` inside is a field's name, not a rule. */
const opaque = new Set(['state', 'strings', 'schema', 'on', 'do', 'access', 'visible', '$expr']);

/** Yields every object and array of a document with its pointer, in document order. */
export function* nodesOf(value: Json, pointer = ''): Generator<{ part: Json; pointer: string }> {
  if (value === null || typeof value !== 'object') return;
  yield { part: value, pointer };
  for (const [key, child] of entriesOf(value)) yield* nodesOf(child, `${pointer}/${escapeSegment(key)}`);
}

/** Returns every access rule in a document, with the pointer of the object it guards, in document order. */
export function accessRules(document: JsonObject): { rule: Access; pointer: string }[] {
  return [...nodesOf(document)].flatMap(({ part, pointer }) => {
    const rule = accessOf(part);
    return rule === null ? [] : [{ rule, pointer }];
  });
}

/**
 * Returns a copy without what the caller may not see. Any object with an `access` that is not allowed is removed from its
 * array or map (nodes, columns, row actions and breadcrumbs alike), then the dialogs and sources that only removed objects
 * used. The caller checks the document's own access.
 */
export function prune(document: JsonObject, allowed: (access: Access) => boolean): JsonObject {
  const pruned = withoutForbidden(document, allowed);
  const dialogs = pruned.dialogs;
  if (Array.isArray(dialogs)) pruned.dialogs = usedDialogs(document, pruned, dialogs);
  const sources = pruned.sources;
  if (isObject(sources)) pruned.sources = usedSources(document, pruned, sources);
  return pruned;
}

function withoutForbidden(value: JsonObject, allowed: (access: Access) => boolean): JsonObject;
function withoutForbidden(value: Json, allowed: (access: Access) => boolean): Json;
function withoutForbidden(value: Json, allowed: (access: Access) => boolean): Json {
  const stays = (child: Json): boolean => {
    const rule = accessOf(child);
    return rule === null || allowed(rule);
  };
  if (Array.isArray(value)) return value.filter(stays).map((child) => withoutForbidden(child, allowed));
  if (!isObject(value)) return value;
  const part = value.kind === 'form' ? withoutRefusedFields(value, (field) => !stays(field)) : value;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, child]) => {
      if (isOpaque(key)) return [[key, child]];
      return stays(child) ? [[key, withoutForbidden(child, allowed)]] : [];
    }),
  );
}

/** Ids in `"open": "id"` and `"open": { "dialog": "id" }`. */
const openedDialogs = (document: JsonObject): Set<string> =>
  new Set([...stringsUnder(document, 'open'), ...stringsUnder(document, 'dialog')]);

/** Removes dialogs that only removed objects opened. A dialog may open another, so this repeats until nothing changes. */
function usedDialogs(document: JsonObject, pruned: JsonObject, dialogs: Json[]): Json[] {
  const openedBefore = openedDialogs(document);
  let rest = dialogs;
  for (;;) {
    const opened = openedDialogs({ ...pruned, dialogs: rest });
    const next = rest.filter((dialog) => {
      const id = isObject(dialog) ? String(dialog.id) : '';
      return opened.has(id) || !openedBefore.has(id);
    });
    if (next.length === rest.length) return next;
    rest = next;
  }
}

/** Removes sources that were referred to before pruning and are not any more. */
function usedSources(document: JsonObject, pruned: JsonObject, sources: JsonObject): JsonObject {
  const { sources: allSources, ...before } = document;
  const { sources: _sources, ...after } = pruned;
  const usedBefore = sourceUses(before);
  for (const source of Object.values(isObject(allSources) ? allSources : {})) {
    for (const id of sourceUses(source)) usedBefore.add(id);
  }
  // Sources to which nothing in the document refers may be read by a form of its own.
  const used = new Set([...sourceUses(after), ...Object.keys(sources).filter((id) => !usedBefore.has(id))]);
  for (let size = -1; size !== used.size;) {
    size = used.size;
    for (const [id, source] of Object.entries(sources)) {
      if (!used.has(id)) continue;
      for (const other of sourceUses(source)) used.add(other);
    }
  }
  // `data` as a whole may mean any source.
  if (used.has('*')) return sources;
  return Object.fromEntries(Object.entries(sources).filter(([id]) => used.has(id)));
}

function sourceUses(value: Json): Set<string> {
  const uses = new Set(['source', 'sources', 'refresh'].flatMap((key) => [...stringsUnder(value, key)]));
  for (const text of texts(value)) {
    for (const match of text.matchAll(/\bdata\b(?:\s*\.\s*([A-Za-z_]\w*))?/g)) uses.add(match[1] ?? '*');
  }
  return uses;
}

/** Yields the texts that may refer to sources: expressions, addresses with {data.x} and `needs`. Prose does not count. */
function* texts(value: Json, key = ''): Generator<string> {
  if (typeof value === 'string') {
    if (key === '$expr' || key === 'needs') yield value;
    else for (const [, reference] of value.matchAll(/\{([^{}]*)\}/g)) yield reference ?? '';
  } else if (Array.isArray(value)) {
    for (const child of value) yield* texts(child, key);
  } else if (isObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      if (name !== 'strings' && name !== 'schema') yield* texts(child, name);
    }
  }
}

/** Collects the texts that a key holds: itself, in a list, or as values of an object. */
function stringsUnder(value: Json, key: string): Set<string> {
  const found = new Set<string>();
  const collect = (part: Json, under: boolean): void => {
    if (typeof part === 'string') {
      if (under) found.add(part);
    } else if (Array.isArray(part)) {
      for (const child of part) collect(child, under);
    } else if (isObject(part)) {
      for (const [name, child] of Object.entries(part)) {
        collect(child, name === key || (under && typeof child === 'string'));
      }
    }
  };
  collect(value, false);
  return found;
}

function entriesOf(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child]);
  return isObject(value) ? Object.entries(value).filter(([key]) => !isOpaque(key)) : [];
}

function isOpaque(key: string): boolean {
  return opaque.has(key) || key.startsWith('x-');
}

function accessOf(value: Json): Access | null {
  if (!isObject(value)) return null;
  const rule = value.access;
  // The shape decides, since a source may be called "access". Schemas require this shape of every node's rule.
  if (!isObject(rule)) return null;
  const isRule =
    typeof rule.verb === 'string' ||
    typeof rule.special === 'string' ||
    rule.session === true ||
    Array.isArray(rule.any ?? rule.all);
  return isRule ? (rule as unknown as Access) : null;
}
