import { parseTree, type Node } from 'jsonc-parser';
import { toPointer } from '../../../contracts/json-pointer.ts';
import type { Registry } from '../language/registry.ts';

/** Parts of a document that an outline groups its rows by, with the icon of each, in the order of the language. */
const groups = {
  parameters: 'settings',
  state: 'code',
  sources: 'database',
  header: 'layer',
  body: 'apps',
  dialogs: 'desktop',
  columns: 'table-simple',
  steps: 'flow',
  fields: 'tag',
} as const;
export type OutlineGroup = keyof typeof groups;

/** A part of a document: a node, a source, a dialog, or a group of them. */
export interface OutlineRow {
  /** JSON pointer of the part. */
  key: string;
  /** Key of the part around it; empty for the document. */
  parent: string;
  /** Name that the document gives it; empty for a group, which people read in their language. */
  name: string;
  /** Key of the text that stands for the name, where the document's title is one of locales/; else empty. */
  text: string;
  group: OutlineGroup | '';
  icon: string;
  /** Number of parts in a group whose parts are not listed. */
  count: number | null;
  start: number;
  end: number;
}

/** Rows of an outline at most: a longer one is no overview. */
const maxRows = 2000;
/** Key of the document itself, whose pointer is empty. */
export const outlineRoot = '/';

const property = (node: Node | undefined, key: string): Node | undefined =>
  node?.type === 'object'
    ? node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1]
    : undefined;

const textOf = (node: Node | undefined): string =>
  node?.type === 'string' && typeof node.value === 'string' ? node.value : '';

const entries = (node: Node | undefined): [string, Node][] =>
  node?.type === 'object'
    ? (node.children ?? []).flatMap(({ children }) => {
        const [key, value] = children ?? [];
        return key && value ? [[String(key.value), value] as [string, Node]] : [];
      })
    : [];

/** The parts of a definition's text, from its beginning. A text with an error has those that can be read. */
export function outlineOf(text: string, registry: Pick<Registry, 'get'>): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const add = (
    path: readonly (string | number)[],
    parent: string,
    node: Node,
    rest: Pick<OutlineRow, 'name' | 'icon'> & Partial<OutlineRow>,
  ): string => {
    const key = path.length === 0 ? outlineRoot : toPointer(path);
    if (rows.length < maxRows) {
      const { offset: start, length } = node;
      rows.push({ group: '', text: '', count: null, ...rest, key, parent, start, end: start + length });
    }
    return key;
  };

  const addNodes = (list: Node | undefined, path: readonly (string | number)[], parent: string): void => {
    if (list?.type !== 'array') return;
    for (const [index, node] of (list.children ?? []).entries()) {
      if (node.type !== 'object') continue;
      const type = textOf(property(node, 'type'));
      const use = textOf(property(node, 'use'));
      const own = [...path, index];
      const key = add(own, parent, node, {
        name: textOf(property(node, 'id')) || use || type || String(index),
        icon: use ? 'puzzle-piece' : (registry.get(type)?.icon ?? 'question-circle'),
      });
      addNodes(property(node, 'children'), [...own, 'children'], key);
      for (const [slot, nodes] of entries(property(node, 'slots'))) {
        addNodes(nodes, [...own, 'slots', slot], key);
      }
    }
  };

  const addGroup = (group: OutlineGroup, path: readonly string[], node: Node | undefined): void => {
    if (!node || (node.type !== 'object' && node.type !== 'array')) return;
    const rest = { name: '', group, icon: groups[group], count: node.children?.length ?? 0 };
    const key = add(path, outlineRoot, node, rest);
    if (group === 'sources' || group === 'fields' || group === 'parameters') {
      for (const [name, value] of entries(node)) {
        const icon = group === 'sources' ? 'link' : 'tag';
        add([...path, name], key, value, { name, icon });
      }
    } else if (group !== 'state') addNodes(node, path, key);
  };

  const root = tolerantTree(text);
  if (root?.type !== 'object') return [];
  const [kind, id, ownTitle] = ['kind', 'id', 'title'].map((key) => textOf(property(root, key))) as [
    string,
    string,
    string,
  ];
  add([], '', root, {
    name: ownTitle.startsWith('$') ? id || kind : ownTitle || id || kind,
    text: ownTitle.startsWith('$') ? ownTitle.slice(1) : '',
    icon: kind === 'form' ? 'form' : kind === 'entity' ? 'database' : 'document-text',
  });
  for (const group of Object.keys(groups) as OutlineGroup[]) {
    addGroup(group, [group], property(root, group));
    if (group === 'fields') {
      addGroup(group, ['schema', 'properties'], property(property(root, 'schema'), 'properties'));
    }
  }
  return rows;
}

function tolerantTree(text: string): Node | undefined {
  try {
    return parseTree(text, [], { disallowComments: true });
  } catch (error) {
    // The parser is recursive: a text of brackets alone overflows its stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Key of the innermost part around a position of the text that the outline was made of; empty outside of the document. */
export function outlineKeyAt(rows: readonly OutlineRow[], offset: number): string {
  let found: OutlineRow | undefined;
  for (const row of rows) {
    if (row.start > offset || row.end < offset) continue;
    if (!found || row.end - row.start < found.end - found.start) found = row;
  }
  return found?.key ?? '';
}
