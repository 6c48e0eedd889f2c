import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { valueAt } from '../../../src/contracts/json-pointer.ts';
import type { Json } from '../../../src/contracts/json.ts';
import { conditionHolds } from '../../../src/engine/core/index.ts';
import {
  useCan,
  useEvaluateRows,
  useFormat,
  useRun,
  useText,
  PartNotice,
} from '../../../src/engine/react/index.ts';
import { Icon, LazyComponent, lazyComponent } from '../../../src/ui/index.ts';
import { columnKey } from '../columns.ts';
import type { Column, TableSettings } from '../columns.ts';
import type { Row, RowKey } from '../view.ts';
import { applyPatches, editText, valueOf, withValue } from './edit-values.ts';
import type { ChosenValue, EditError, EditExit, Patch } from './edit-values.ts';
import type { FeatureStyles } from './styles.ts';

/** State of one row's edits; a new object whenever it changes. */
export interface RowEdits {
  /** Key of the column whose control is open. */
  open: string | null;
  /** Keys of the columns whose values are being saved. */
  saving: ReadonlySet<string>;
  /** Errors of refused values, by column. */
  errors: ReadonlyMap<string, string>;
}

export const noEdits: RowEdits = { open: null, saving: new Set(), errors: new Map() };

/** A saved change that can be undone. */
interface SavedEdit {
  key: RowKey;
  column: string;
  before: Json;
}

const maxUndo = 200;
const noRows: readonly Row[] = [];

const errorTexts: Record<EditError, string> = {
  required: 'widgets.table.edit.required',
  number: 'widgets.table.edit.number',
  min: 'widgets.table.edit.min',
  max: 'widgets.table.edit.max',
  long: 'widgets.table.edit.long',
  date: 'widgets.table.edit.date',
  inexact: 'widgets.table.edit.inexact',
};

/**
 * Editing of values in their cells. A new value is visible at once and saved by the column's steps; if saving fails, the
 * cell shows the previous value and the error. Saved changes are undone one by one.
 * @param source rows as they were loaded.
 * @param reload loads the rows again, when somebody else changed one meanwhile.
 */
export function useEditing(
  settings: TableSettings,
  declared: readonly Column[],
  source: readonly Row[],
  reload: () => void,
) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const [patches, setPatches] = useState<ReadonlyMap<RowKey, Patch>>(() => new Map());
  const [edits, setEdits] = useState<ReadonlyMap<RowKey, RowEdits>>(() => new Map());
  const [saved, setSaved] = useState<readonly SavedEdit[]>([]);
  const initialText = useRef<string | null>(null);
  const path = (settings.rowKey ?? 'id').split('.');
  const keyOf = (row: Row) => valueAt(row, path);
  const columns = declared.filter((column) => column.edit);
  const active = columns.length > 0;
  const rows = applyPatches(source, patches, keyOf);
  const conditions = useEvaluateRows(
    columns.map((column) => column.edit?.when),
    active ? source : noRows,
    (at) => columns[at]?.title,
  );

  const change = useCallback((key: RowKey, next: (before: RowEdits) => Partial<RowEdits>) => {
    setEdits((all) => {
      const before = all.get(key) ?? noEdits;
      return new Map(all).set(key, { ...before, ...next(before) });
    });
  }, []);
  const setError = (key: RowKey, column: string, text: string | null) =>
    change(key, ({ errors: before }) => {
      const errors = new Map(before);
      if (text === null) errors.delete(column);
      else errors.set(column, text);
      return { errors };
    });
  const setSaving = (key: RowKey, column: string, isSaving: boolean) =>
    change(key, ({ saving: before }) => {
      const saving = new Set(before);
      if (isSaving) saving.add(column);
      else saving.delete(column);
      return { saving };
    });

  function put(key: RowKey, loaded: Row, column: Column, value: Json): void {
    setPatches((all) => {
      const patch = all.get(key);
      const row = patch?.source === loaded ? patch.row : loaded;
      return new Map(all).set(key, {
        source: loaded,
        row: withValue(row, column.field.split('.'), value),
      });
    });
  }

  /** Shows and saves a value; puts the previous one back when it is refused. Returns whether it was saved. */
  async function save(key: RowKey, column: Column, value: Json): Promise<boolean> {
    const loaded = source.find((row) => keyOf(row) === key);
    const current = rows.find((row) => keyOf(row) === key);
    if (!loaded || !current || !column.edit) return false;
    const name = columnKey(column);
    const previous = valueOf(current, column);
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
      setSaved((all) => [...all.slice(1 - maxUndo), { key, column: name, before: previous }]);
      return true;
    }
    put(key, loaded, column, previous);
    if (outcome.status === 'failed') {
      const { failure } = outcome;
      const conflict = failure.code === 'VERSION_CONFLICT';
      const refused = failure.errors[0]?.message ?? failure.message;
      setError(key, name, conflict ? t('widgets.table.edit.conflict') : refused);
      if (conflict) reload();
    }
    return false;
  }

  return {
    active,
    rows,
    /** Text that opened the control instead of the value, if any. */
    initialText,
    canUndo: saved.length > 0,
    editsOf: (key: RowKey): RowEdits | undefined => edits.get(key),
    isEditable(column: Column, row: number): boolean {
      const at = columns.findIndex((one) => columnKey(one) === columnKey(column));
      const edit = columns[at]?.edit;
      if (!edit || (edit.access && !can(edit.access))) return false;
      return edit.when === undefined || conditionHolds(conditions[at]?.[row]);
    },
    open(key: RowKey, column: Column, text: string | null) {
      initialText.current = text;
      change(key, () => ({ open: columnKey(column) }));
    },
    close: (key: RowKey) => change(key, () => ({ open: null })),
    refuse(key: RowKey, column: Column, error: EditError, limit?: number) {
      const values = limit === undefined ? {} : { limit: format.number(limit) };
      setError(key, columnKey(column), t(errorTexts[error], values));
    },
    clearError: (key: RowKey, column: Column) => setError(key, columnKey(column), null),
    save,
    /** Saves the value before the last change. Returns that change; null: there is none. */
    async undo(): Promise<SavedEdit | null> {
      const last = saved.at(-1);
      const column = columns.find((one) => columnKey(one) === last?.column);
      if (!last || !column) return null;
      setSaved((all) => all.slice(0, -1));
      // An undo is no change that can be undone itself.
      if (await save(last.key, column, last.before)) setSaved((all) => all.slice(0, -1));
      return last;
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;

const optionsEditor = lazyComponent(() => import('./OptionsEditor.tsx'));

/** Control of a cell while its value is edited: Enter and Tab accept the text, Escape does not. */
export function CellEditor({
  column,
  raw,
  initialText,
  error,
  styles,
  onDone,
}: {
  column: Column;
  raw: unknown;
  /** Text in place of the value; it replaces the value instead of being selected. */
  initialText: string | null;
  error: string | undefined;
  styles: FeatureStyles;
  /** `typed` null: nothing is changed. */
  onDone(typed: string | ChosenValue | null, exit: EditExit): void;
}) {
  const [typed, setTyped] = useState(() => initialText ?? editText(column, raw));
  const control = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    control.current?.focus();
    if (initialText === null) control.current?.select?.();
  }, [initialText]);
  const finish = (value: string | null, exit: EditExit) => {
    if (done.current) return;
    done.current = true;
    onDone(value, exit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') finish(typed, event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter') finish(typed, 'down');
    else if (event.key === 'Escape') finish(null, 'cell');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: control,
    className: styles.control,
    value: typed,
    'data-control': '',
    'aria-label': column.title,
    'aria-invalid': error !== undefined || undefined,
    onKeyDown,
    onBlur: () => finish(typed, 'none'),
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  if (column.edit?.kind === 'select') {
    return (
      <LazyComponent source={optionsEditor} renderFailed={(retry) => <PartNotice retry={retry} />}>
        {(Editor) => <Editor {...{ column, raw, onDone }} />}
      </LazyComponent>
    );
  }
  return <input {...shared} type="text" inputMode={column.edit?.kind === 'number' ? 'decimal' : undefined} />;
}

/** Content of a cell that can be edited, with its error and whether it is being saved. */
export function EditableValue({
  edits,
  name,
  children,
  styles,
}: {
  edits: RowEdits;
  /** Key of the column. */
  name: string;
  children: ReactNode;
  styles: FeatureStyles;
}) {
  const error = edits.errors.get(name);
  const saving = edits.saving.has(name);
  return (
    <span
      className={mergeClasses(styles.editable, saving && styles.saving, error !== undefined && styles.wrong)}
      aria-busy={saving || undefined}
    >
      <span className={styles.lines}>{children}</span>
      {error !== undefined && (
        <span role="alert" className={styles.error} title={error}>
          <Icon name="error-circle" size={14} /> {error}
        </span>
      )}
    </span>
  );
}
