import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { nodeLists } from '../language/node-lists.ts';
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

/** Content of a snippet: a declared source with its fields, or stops of the caret in their places. */
interface Shown {
  /** Begins the ids of what is inserted. */
  name: string;
  source: string;
  address: string;
  fields: readonly string[];
}

const ownFields = (fields: readonly string[]) =>
  fields.filter((name) => name !== 'id' && name !== 'version').slice(0, shownFields);

function listOf(document: JsonObject, { name, source, address, fields }: Shown): Snippet {
  const node = {
    id: unusedId(document, `${name}List`),
    type: 'table',
    source,
    props: { columns: ownFields(fields).map((field) => ({ field, title: field })) },
  };
  return { label: `list: ${name}`, detail: address, insert: toSnippet(node) };
}

function detailsOf(document: JsonObject, { name, source, address, fields }: Shown): Snippet {
  const node = {
    id: unusedId(document, `${name}Details`),
    type: 'description-list',
    source,
    props: { items: fields.slice(0, shownFields * 2).map((field) => ({ label: field, field })) },
  };
  return { label: `details: ${name}`, detail: address, insert: toSnippet(node) };
}

function formOf(document: JsonObject, { name, source, address, fields }: Shown): Snippet {
  const names = ownFields(fields);
  const properties = Object.fromEntries(names.map((field) => [field, { type: 'string', title: field }]));
  const id = unusedId(document, `${name}Form`);
  const submit: Json[] = [
    { request: { put: address, body: { $expr: 'event.changes' } } },
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
  return { label: `form: ${name}`, detail: address, insert: toSnippet(node) };
}

/** The shapes of a source whose fields are known. */
function shapesOf(document: JsonObject, source: string, { address, row, record }: SourceShape): Snippet[] {
  const shown = { name: source, source, address };
  return [
    ...(row ? [listOf(document, { ...shown, fields: fieldNames(row) })] : []),
    ...(record
      ? [detailsOf, formOf].map((of) => of(document, { ...shown, fields: fieldNames(record) }))
      : []),
  ];
}

/** The shapes of a document without sources: the caret goes to the source's name, then to a field's. */
function emptyShapes(document: JsonObject): Snippet[] {
  const shown = { name: 'new', source: '§1', address: '§3', fields: ['§2'] };
  return [listOf, detailsOf, formOf].map((of) => ({ ...of(document, shown), detail: '' }));
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
  if (sources.length === 0) return emptyShapes(document);
  return sources.flatMap((source) => {
    const shape = shapes.get(source);
    return shape ? shapesOf(document, source, shape) : [];
  });
}
