import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import type { ListProps } from '../../src/engine/core/index.ts';
import type { FieldSettings, Fields, Resolved, RowResults } from '../../src/engine/react/index.ts';

export type ListSettings = Resolved<ListProps>;
export type ListAction = NonNullable<ListSettings['actions']>[number];
type Row = Record<string, Json>;

/** Where a field of a row is drawn. */
export type Place = 'title' | 'text' | 'meta' | 'state';

/** The declared fields in one list, so that all are evaluated together; each knows its place. */
export function listFields(settings: ListSettings): (FieldSettings & { place: Place })[] {
  const { title, text, meta = [], state } = settings;
  return [
    ...(title ? [{ ...title, place: 'title' as const }] : []),
    ...(text ? [{ ...text, place: 'text' as const }] : []),
    ...meta.map((field) => ({ ...field, place: 'meta' as const })),
    ...(state ? [{ ...state, place: 'state' as const }] : []),
  ];
}

/** Everything a row needs to be drawn, made once for all rows. */
export interface ListView {
  rows: readonly Row[];
  fields: Fields<FieldSettings & { place: Place }>;
  keyOf(index: number): string | number;
  actions(index: number): readonly ListAction[];
}

const truthy = (value: unknown) => value !== false && value !== undefined && value !== null && value !== '';

export function createListView(input: {
  settings: ListSettings;
  rows: readonly Row[];
  fields: ListView['fields'];
  actions: readonly ListAction[];
  visible: readonly RowResults[];
}): ListView {
  const { settings, rows, fields, actions, visible } = input;
  const path = (settings.rowKey ?? 'id').split('.');
  const used = new Set<string | number>();
  // Two rows of one key would be drawn as one.
  const keys = rows.map((row, index) => {
    const key = valueAt(row, path);
    const usable = (typeof key === 'string' || typeof key === 'number') && !used.has(key);
    if (usable) used.add(key);
    return usable ? key : `#${index}`;
  });
  return {
    rows,
    fields,
    keyOf: (index) => keys[index] ?? `#${index}`,
    actions: (index) =>
      actions.filter((action, at) => action.visible === undefined || truthy(visible[at]?.[index])),
  };
}
