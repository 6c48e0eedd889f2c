import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { nodeLists } from '../node-lists.ts';
import type { SourceShape } from '../validate/data-fields.ts';
import { fieldNames } from '../validate/shapes.ts';

/** A node to insert. */
export interface Snippet {
  label: string;
  detail: string;
  /** With $1, $2 … where the caret goes. */
  insert: string;
}

/** Fields that a snippet shows at first. */
const shownFields = 4;

/** Whether a position is an item of a list of nodes: of the document, of a node, or of a slot. */
function isNodePosition(path: readonly (string | number)[]): boolean {
  if (typeof path.at(-1) !== 'number') return false;
  const list = path.at(-2);
  if (path.length === 2) return (nodeLists as readonly unknown[]).includes(list);
  return list === 'children' || path.at(-3) === 'slots';
}

/** Formats a node as a snippet, with `$` of texts escaped and `§n` as the n-th stop of the caret. */
function toSnippet(node: JsonObject): string {
  return JSON.stringify(node, null, 2)
    .replace(/[\\$]/g, '\\$&')
    .replace(/"§(\d)"/g, '"${$1}"')
    .replace(/§(\d)/g, '${$1}');
}

function unusedId(document: JsonObject, wanted: string): string {
  const written = JSON.stringify(document);
  for (let at = 1; ; at += 1) {
    const id = at === 1 ? wanted : `${wanted}${at}`;
    if (!written.includes(`"id":"${id}"`)) return id;
  }
}

/** Titles of fields: the names, which the author replaces. */
function columnsOf(fields: readonly string[]): JsonObject[] {
  return fields.slice(0, shownFields).map((field) => ({ field, title: field }));
}

function listOf(document: JsonObject, source: string, shape: SourceShape): Snippet[] {
  if (!shape.row) return [];
  const fields = fieldNames(shape.row);
  const node = {
    id: unusedId(document, `${source}List`),
    type: 'table',
    source,
    props: { columns: columnsOf(fields.filter((name) => name !== 'id' && name !== 'version')) },
  };
  return [{ label: `list: ${source}`, detail: shape.address, insert: toSnippet(node) }];
}

function detailsOf(document: JsonObject, source: string, shape: SourceShape): Snippet[] {
  if (!shape.record) return [];
  const items = fieldNames(shape.record)
    .slice(0, shownFields * 2)
    .map((field) => ({ label: field, field }));
  const node = {
    id: unusedId(document, `${source}Details`),
    type: 'description-list',
    source,
    props: { items },
  };
  return [{ label: `details: ${source}`, detail: shape.address, insert: toSnippet(node) }];
}

function formOf(document: JsonObject, source: string, shape: SourceShape): Snippet[] {
  if (!shape.record) return [];
  const names = fieldNames(shape.record)
    .filter((name) => name !== 'id' && name !== 'version')
    .slice(0, shownFields);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }]));
  const id = unusedId(document, `${source}Form`);
  const submit: Json[] = [
    { request: { put: shape.address, body: { $expr: 'event.changes' } } },
    { refresh: source },
  ];
  const node: JsonObject = {
    id,
    type: 'form',
    source,
    props: {
      document: {
        kind: 'form',
        formatVersion: 2,
        id: `${id.toLowerCase().replace(/[^a-z0-9]/g, '-')}`,
        schema: { type: 'object', properties },
        ui: { sections: [{ id: 'main', fields: names }] },
      },
    },
    on: { submit },
  };
  return [{ label: `form: ${source}`, detail: shape.address, insert: toSnippet(node) }];
}

function dialog(document: JsonObject): Snippet {
  const id = unusedId(document, 'dialog');
  const node = {
    id,
    type: 'dialog',
    props: { title: '§1', footer: [`${id}Close`] },
    children: [
      {
        id: `${id}Close`,
        type: 'button',
        props: { text: '$actions.cancel' },
        on: { press: [{ close: id }] },
      },
    ],
  };
  return { label: 'dialog', detail: '', insert: toSnippet(node) };
}

/** Snippets of the common shapes at a position, made from the document's sources and their fields. */
export function nodeSnippets(
  document: JsonObject,
  path: readonly (string | number)[],
  shapes: ReadonlyMap<string, SourceShape>,
): Snippet[] {
  if (!isNodePosition(path)) return [];
  if (path[0] === 'dialogs' && path.length === 2) return [dialog(document)];
  const sources = isObject(document.sources) ? Object.keys(document.sources) : [];
  return sources.flatMap((source) => {
    const shape = shapes.get(source);
    return shape ? [listOf, detailsOf, formOf].flatMap((make) => make(document, source, shape)) : [];
  });
}
