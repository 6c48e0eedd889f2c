import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import { freeId } from './commands/insert.ts';
import type { Property } from './panel-schema.ts';

/** Inputs of a new item of a list. */
interface ItemPlace {
  /** Name of the property that is the list. */
  list: string;
  items: readonly Json[];
  /** Where ids may not repeat: the nodes that contain the list. */
  nodes: readonly (Json | undefined)[];
  /** Columns of the node's source, by the names that people read. */
  columns: ReadonlyMap<string, string>;
  /** Name of an item until its author names it. */
  label: string;
}

/** Ids of a value and of all within it. */
function idsIn(value: Json | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const one of value) idsIn(one, found);
  else if (isObject(value)) {
    if (typeof value.id === 'string') found.add(value.id);
    for (const one of Object.values(value)) idsIn(one, found);
  }
  return found;
}

/** `rowActions` has actions. */
const stemOf = (list: string): string => {
  const word = /[A-Z]?[a-z]+$/.exec(list)?.[0].toLowerCase() ?? 'item';
  return word.length > 2 ? word.replace(/s$/, '') : 'item';
};

/** A new item of a list: what its schema requires, with an id that nothing else has. */
export function newItem(properties: readonly Property[], place: ItemPlace): JsonObject {
  const { items, columns } = place;
  const required = properties.filter((one) => one.required);
  const used = new Set(items.flatMap((item) => (isObject(item) ? Object.values(item) : [])));
  const column = [...columns.keys()].find((name) => !used.has(name)) ?? [...columns.keys()][0];
  const showsColumn = required.some(({ control }) => control.kind === 'column');
  const label = (showsColumn && column !== undefined && columns.get(column)) || place.label;
  const valueOf = ({ control, initial, name }: Property): Json => {
    if (initial !== undefined) return initial;
    switch (control.kind) {
      case 'number':
        return control.min ?? 0;
      case 'switch':
        return false;
      case 'choice':
        return control.options[0] ?? '';
      case 'list':
      case 'steps':
        return [];
      case 'object':
        return {};
      case 'column':
        return column ?? name;
      case 'text':
        if (name === 'id') {
          const taken = idsIn([...items]);
          for (const node of place.nodes) idsIn(node, taken);
          return freeId(stemOf(place.list), (id) => taken.has(id));
        }
        return control.shown ? label : name;
      default:
        return name;
    }
  };
  return Object.fromEntries(required.map((one) => [one.name, valueOf(one)]));
}
