import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import { conditionHolds } from '../../src/engine/core/index.ts';
import type { ListProps } from '../../src/engine/core/index.ts';
import type { FieldSettings, Fields, Resolved, RowResults } from '../../src/engine/react/index.ts';

export type ListSettings = Resolved<ListProps>;
export type ListAction = NonNullable<ListSettings['actions']>[number];
type Row = Record<string, Json>;

/** Role of a field in its row. */
export type FieldRole = 'title' | 'text' | 'meta' | 'state';

type ListField = FieldSettings & { role: FieldRole };

/** The declared fields in one list, so that all are evaluated together. */
export function listFields(settings: ListSettings): ListField[] {
  const { title, text, meta = [], state } = settings;
  return [
    ...(title ? [{ ...title, role: 'title' as const }] : []),
    ...(text ? [{ ...text, role: 'text' as const }] : []),
    ...meta.map((field) => ({ ...field, role: 'meta' as const })),
    ...(state ? [{ ...state, role: 'state' as const }] : []),
  ];
}

/** Rows with everything that they show, made once for all of them. */
export interface ListView {
  rows: readonly Row[];
  fields: Fields<ListField>;
  keyOf(index: number): string | number;
  actions(index: number): readonly ListAction[];
}

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
  // React renders two rows of one key as one.
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
      actions.filter((action, at) => action.visible === undefined || conditionHolds(visible[at]?.[index])),
  };
}
