import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { useCallback, useRef, useState } from 'react';
import type { Json } from '../../../src/contracts/json.ts';
import { useCan, useEvaluateRows, useFormat, useRun, useText } from '../../../src/engine/react/index.ts';
import { columnKey } from '../view.ts';
import type { Column, Row, RowKey, TableSettings } from '../view.ts';
import { applyPatches, mostUndone, untouched, valueOf, withValue } from './edits.ts';
import type { Done, EditError, Patch, RowEdits } from './edits.ts';

const truthy = (value: unknown) => value !== false && value !== undefined && value !== null && value !== '';
const noRows: readonly Row[] = [];

const errorTexts: Record<EditError, string> = {
  required: 'widgets.table.edit.required',
  number: 'widgets.table.edit.number',
  min: 'widgets.table.edit.min',
  max: 'widgets.table.edit.max',
  long: 'widgets.table.edit.long',
  date: 'widgets.table.edit.date',
};

/**
 * Values changed in their cells: shown at once, saved by the column's steps, put back and explained when they are refused,
 * and taken back one by one.
 * @param source the rows as they were loaded.
 * @param reload asks for the rows again: what somebody else changed meanwhile is to be seen.
 */
export function useEditing(settings: TableSettings, source: readonly Row[], reload: () => void) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const [patches, setPatches] = useState<ReadonlyMap<RowKey, Patch>>(() => new Map());
  const [edits, setEdits] = useState<ReadonlyMap<RowKey, RowEdits>>(() => new Map());
  const [done, setDone] = useState<readonly Done[]>([]);
  const begun = useRef<string | null>(null);
  const path = (settings.rowKey ?? 'id').split('.');
  const keyOf = (row: Row) => valueAt(row, path);
  const columns = settings.columns.filter((column) => column.edit);
  const active = columns.length > 0;
  const rows = applyPatches(source, patches, keyOf);
  const conditions = useEvaluateRows(
    columns.map((column) => column.edit?.when),
    active ? source : noRows,
  );

  const change = useCallback((key: RowKey, next: (before: RowEdits) => RowEdits) => {
    setEdits((all) => new Map(all).set(key, next(all.get(key) ?? untouched)));
  }, []);
  const setError = (key: RowKey, column: string, text: string | null) =>
    change(key, (before) => {
      const errors = new Map(before.errors);
      if (text === null) errors.delete(column);
      else errors.set(column, text);
      return { ...before, errors };
    });
  const setSaving = (key: RowKey, column: string, saving: boolean) =>
    change(key, (before) => {
      const all = new Set(before.saving);
      if (saving) all.add(column);
      else all.delete(column);
      return { ...before, saving: all };
    });

  function put(key: RowKey, loaded: Row, column: Column, value: Json): void {
    const way = column.field.split('.');
    setPatches((all) => {
      const over = all.get(key);
      const below = over?.source === loaded ? over.row : loaded;
      return new Map(all).set(key, { source: loaded, row: withValue(below, way, value) });
    });
  }

  /** Shows the value, saves it, and puts the one before back when it was refused. */
  async function save(key: RowKey, column: Column, value: Json): Promise<boolean> {
    const loaded = source.find((row) => keyOf(row) === key);
    const shown = rows.find((row) => keyOf(row) === key);
    if (!loaded || !shown || !column.edit) return false;
    const name = columnKey(column);
    const previous = valueOf(shown, column);
    if (Object.is(previous, value)) return false;
    put(key, loaded, column, value);
    setError(key, name, null);
    setSaving(key, name, true);
    const outcome = await run(column.edit.save, {
      id: `edit.${name}`,
      row: loaded,
      rowKey: key,
      event: { field: column.field, value, previous },
      // The cell shows it.
      showFailure: () => true,
    });
    setSaving(key, name, false);
    if (outcome.status === 'done') {
      setDone((all) => [...all.slice(1 - mostUndone), { key, column: name, before: previous, after: value }]);
      return true;
    }
    put(key, loaded, column, previous);
    if (outcome.status === 'failed') {
      const { failure } = outcome;
      const conflict = failure.code === 'VERSION_CONFLICT';
      setError(
        key,
        name,
        conflict ? t('widgets.table.edit.conflict') : (failure.errors[0]?.message ?? failure.message),
      );
      if (conflict) reload();
    }
    return false;
  }

  return {
    active,
    rows,
    edits,
    begun,
    canUndo: done.length > 0,
    patchOf: (key: RowKey): RowEdits | undefined => edits.get(key),
    isEditable(column: Column, row: number): boolean {
      const at = columns.findIndex((one) => columnKey(one) === columnKey(column));
      const edit = columns[at]?.edit;
      if (!edit || (edit.access && !can(edit.access))) return false;
      return edit.when === undefined || truthy(conditions[at]?.[row]);
    },
    open(key: RowKey, column: Column, letter: string | null) {
      begun.current = letter;
      change(key, (before) => ({ ...before, open: columnKey(column) }));
    },
    close: (key: RowKey) => change(key, (before) => ({ ...before, open: null })),
    refuse(key: RowKey, column: Column, error: EditError, limit?: number) {
      const values = limit === undefined ? {} : { limit: format.number(limit) };
      setError(key, columnKey(column), t(errorTexts[error], values));
    },
    clearFault: (key: RowKey, column: Column) => setError(key, columnKey(column), null),
    save,
    /** Sends the value before the last change. */
    async undo(): Promise<Done | null> {
      const last = done.at(-1);
      const column = columns.find((one) => columnKey(one) === last?.column);
      if (!last || !column) return null;
      setDone((all) => all.slice(0, -1));
      // Taking it back is no change of its own to take back.
      if (await save(last.key, column, last.before)) setDone((all) => all.slice(0, -1));
      return last;
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;
