import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import { contentName } from '../contracts/saved-widget.ts';
import { expandWith, type Registry } from '../engine/core/index.ts';
import { refusalReport, reportOf, type Report } from './actions.ts';
import { adapterOf } from './adapters/adapter-of.ts';
import type { Clip, Command } from './commands/command.ts';
import { freeId } from './commands/insert.ts';
import { clipOf } from './commands/paste.ts';
import { renamedTexts, withTexts } from './commands/texts.ts';
import type { Editor } from './editor.ts';
import { nodeDocument } from './model/convert.ts';
import { slotOfNode, type Model, type SlotId } from './model/document-model.ts';

/** Size of a widget whose use says none. */
const otherwise = { w: 6, h: 4 };

const isUsed = (text: string, name: string): boolean =>
  new RegExp(`(^|[^A-Za-z0-9_])${name}(?![A-Za-z0-9_])`).test(text);

/** The dialogs of the document that nodes open. */
function dialogsOf(model: Model, nodes: readonly Json[]): JsonObject[] {
  const text = JSON.stringify(nodes);
  return (model.children['/dialogs'] ?? []).flatMap((key) => {
    const dialog = text.includes(`"${key}"`) ? nodeDocument(model, key) : null;
    return isObject(dialog) ? [dialog] : [];
  });
}

/** Content of a node as a saved widget, with what it needs of its document; null for one that cannot be one. */
export function widgetContentOf(editor: Editor, key: string): JsonObject | null {
  const { model } = editor.store.getState();
  const { nodes, sources, strings, places } = clipOf(model, [key]);
  const [node] = nodes;
  if (!isObject(node)) return null;
  const { w, h } = { ...otherwise, ...places[0] } as { w: number; h: number };
  const dialogs = dialogsOf(model, nodes);
  return {
    body: [{ ...node, at: { x: 0, y: 0, w, h } }],
    ...(Object.keys(sources).length > 0 && { sources }),
    ...(dialogs.length > 0 && { dialogs }),
    ...(Object.keys(strings).length > 0 && { strings }),
  };
}

/** Commands that drop the sources which nothing but a node read. */
function droppedSources(model: Model, key: string): Command[] {
  const { sources } = clipOf(model, [key]);
  const all = isObject(model.document['sources']) ? model.document['sources'] : {};
  const others = ['/header', '/filters', '/body', '/dialogs']
    .flatMap((slot) => model.children[slot] ?? [])
    .filter((one) => one !== key)
    .map((one) => nodeDocument(model, one));
  const kept = Object.fromEntries(Object.entries(all).filter(([id]) => !Object.hasOwn(sources, id)));
  let left = Object.keys(sources);
  // A source that stays may read others.
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const rest = JSON.stringify([{ ...model.document, sources: kept, strings: {} }, others]);
    for (const id of left.filter((one) => isUsed(rest, one))) kept[id] = sources[id]!;
    left = left.filter((id) => !Object.hasOwn(kept, id));
  }
  return left.map((id) => ({ type: 'set', key: null, path: ['sources', id], value: undefined }));
}

/** Replaces a node by the use of the saved widget that it has become. */
export function replaceByUse(editor: Editor, key: string, widgetId: string, title: string): Report {
  const { model } = editor.store.getState();
  const slot = slotOfNode(model, key);
  if (slot === null) return refusalReport('missing');
  const use: JsonObject = { id: key, use: contentName({ kind: 'widget', id: widgetId }) };
  const index = model.children[slot]!.indexOf(key);
  const commands: Command[] = [
    { type: 'remove', keys: [key] },
    { type: 'insert', slot, index, nodes: [use], places: [model.place[key] ?? null] },
    ...droppedSources(model, key),
  ];
  const outcome = editor.dispatch({ type: 'batch', commands }, { label: 'saveWidget' });
  editor.select([key]);
  return reportOf(outcome, 'saveWidget', { name: title });
}

/** A widget with the values that a use gives in the place of its parameters. */
function withValues(
  widget: JsonObject,
  given: Json | undefined,
  fragments: ReadonlyMap<string, unknown>,
  registry: Registry,
): JsonObject {
  const declared = isObject(widget['parameters']) ? widget['parameters'] : {};
  if (Object.keys(declared).length === 0) return widget;
  const values = isObject(given) ? given : {};
  const parameters = Object.fromEntries(
    Object.entries(declared).map(([name, one]) => {
      const value = values[name] ?? (isObject(one) ? one['default'] : undefined) ?? { $expr: 'null' };
      return [name, { ...(isObject(one) ? one : {}), default: value }];
    }),
  );
  const { document } = expandWith({ ...widget, parameters }, fragments, registry);
  return isObject(document) ? document : widget;
}

/**
 * Replaces the use of a saved widget by a copy of its content, which does not follow its changes any more.
 * @param fragments what the widget uses itself, for one with parameters.
 */
export function detachUse(
  editor: Editor,
  key: string,
  written: JsonObject,
  fragments: ReadonlyMap<string, unknown>,
): Report {
  const { model } = editor.store.getState();
  const slot = slotOfNode(model, key);
  const use = model.nodes[key];
  const widget = withValues(written, isObject(use) ? use['with'] : undefined, fragments, editor.registry);
  const [node] = Array.isArray(widget['body']) ? widget['body'] : [];
  if (slot === null || !isObject(use) || !isObject(node)) return refusalReport('missing');
  const strings = isObject(widget['strings']) ? widget['strings'] : {};
  const renamed = renamedTexts(model.document['strings'], strings);
  const { at: _at, ...content } = node;
  const kept = Object.fromEntries(
    (['visible', 'access', 'repeat'] as const).flatMap((name) =>
      use[name] === undefined ? [] : [[name, use[name]]],
    ),
  );
  const clip: Clip = {
    molde: 'nodes',
    kind: 'nodes',
    nodes: [withTexts({ ...content, ...kept, id: key }, renamed)],
    places: [model.place[key] ?? null],
    sources: (isObject(widget['sources']) ? withTexts(widget['sources'], renamed) : {}) as JsonObject,
    strings: Object.fromEntries(
      Object.entries(strings).map(([lang, table]) => [
        lang,
        Object.fromEntries(
          Object.entries(isObject(table) ? table : {}).map(([name, text]) => [
            renamed.get(name) ?? name,
            text,
          ]),
        ),
      ]),
    ),
  };
  const dialogs = Array.isArray(widget['dialogs'])
    ? widget['dialogs'].map((one) => withTexts(one, renamed))
    : [];
  const index = model.children[slot]!.indexOf(key);
  const commands: Command[] = [
    { type: 'remove', keys: [key] },
    { type: 'paste', slot, index, clip },
    ...(dialogs.length > 0 ? [{ type: 'insert' as const, slot: '/dialogs', nodes: dialogs }] : []),
  ];
  const outcome = editor.dispatch({ type: 'batch', commands }, { label: 'detach' });
  editor.select([key]);
  return reportOf(outcome, 'detach');
}

/** Inserts a use of a saved widget, where its list has room, and selects it. */
export function insertUse(
  editor: Editor,
  widget: { id: string; title: string; size: { w: number; h: number } | null },
  slot: SlotId,
): Report {
  const { model } = editor.store.getState();
  const adapter = adapterOf(editor, slot);
  const node: JsonObject = {
    id: freeId(widget.id, (id) => Object.hasOwn(model.nodes, id)),
    use: contentName({ kind: 'widget', id: widget.id }),
  };
  if (!adapter.canDrop(editor, slot, [node])) return refusalReport(adapter.refusal ?? 'not-here');
  const spot = adapter.defaultPlace(editor, slot, widget.size ?? otherwise);
  const outcome = editor.dispatch({
    type: 'insert',
    slot,
    index: spot.index,
    nodes: [node],
    places: [spot.place],
  });
  return reportOf(outcome, 'insert', { name: widget.title });
}
