import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { usedDefinition } from '../../contracts/saved-widget.ts';

/** Segments of a list from the object that contains it. */
type ListPath = readonly string[];

/** Where the nodes of a kind of documents are. */
export interface Shape {
  /** Lists of the document, in reading order. */
  roots: readonly ListPath[];
  /** Lists that a node has, in the order of its keys. */
  below(node: JsonObject): ListPath[];
  /** The name that identifies a node in its document; null without one. */
  nameOf(node: Json): string | null;
  /** Key under which a node's name is written; null when it cannot be renamed. */
  nameKey(node: JsonObject): string | null;
}

/** Names that every object has: no node is kept by them. */
const inherited = new Set(['__proto__', 'constructor', 'prototype']);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !/[/~]/.test(value) && !inherited.has(value);

/** Screens, dashboards, fragments and saved widgets: nodes with children and slots. */
const nodeShape: Shape = {
  roots: [['header'], ['filters'], ['body'], ['dialogs']],
  below: (node) =>
    Object.keys(node).flatMap((key): ListPath[] => {
      if (key === 'children' && Array.isArray(node.children)) return [['children']];
      const slots = key === 'slots' && isObject(node.slots) ? node.slots : {};
      return Object.keys(slots)
        .filter((slot) => Array.isArray(slots[slot]))
        .map((slot) => ['slots', slot]);
    }),
  // A use without an id of its own has that of its fragment or saved widget.
  nameOf(node) {
    if (!isObject(node)) return null;
    const used = typeof node.use === 'string' ? usedDefinition(node.use).id : null;
    return [node.id, used].find(isName) ?? null;
  },
  nameKey: () => 'id',
};

/** Forms: sections, fields, and the fields inside of lists and objects. */
const formShape: Shape = {
  roots: [['ui', 'sections']],
  below: (node) => (Array.isArray(node.fields) ? [['fields']] : []),
  nameOf(node) {
    const field = isObject(node) ? node.field : node;
    // A field may have the name of a section.
    if (isName(field)) return `field:${field}`;
    return isObject(node) && isName(node.id) ? node.id : null;
  },
  nameKey: (node) => ('field' in node ? null : 'id'),
};

/** Documents that are edited as they are: their keys, without nodes. */
const plainShape: Shape = { roots: [], below: () => [], nameOf: () => null, nameKey: () => null };

export function shapeOf(document: JsonObject): Shape {
  if (document.kind === 'form') return formShape;
  return document.kind === 'entity' || document.kind === 'dataset' ? plainShape : nodeShape;
}
