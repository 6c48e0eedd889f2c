import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ArrayFieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { useMemo, type ClipboardEvent, type ReactNode } from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { localeOf } from '../../../../contracts/language.ts';
import { Icon } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { isComputed } from '../../../core/form/compute.ts';
import { compileField, isStructured, type CompiledField } from '../../../core/form/field.ts';
import { useLanguage, useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { LabelContext, ownOf, partsOf } from './context.ts';
import { cellValue, parseCells } from './paste.ts';
import type { List } from './useList.ts';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', padding: '2px' },
  table: { borderCollapse: 'collapse', width: '100%' },
  head: {
    padding: '4px 6px',
    textAlign: 'start',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'nowrap',
  },
  cell: { padding: '3px 6px 3px 0', verticalAlign: 'top', minWidth: '120px' },
  act: { width: '32px', minWidth: '32px' },
});

export interface Column {
  name: string;
  field: CompiledField;
  label: string;
}

/** The columns of a list that the layout shows as a table; null where its items do not fit into cells. */
export function useColumns({ schema, uiSchema }: ArrayFieldTemplateProps): readonly Column[] | null {
  const { model, text } = useForm();
  const own = ownOf(uiSchema);
  const { items } = schema as JsonSchema;
  return useMemo(() => {
    if (own.widget !== 'table' || Array.isArray(items)) return null;
    const reader = model.form.reader();
    const item = reader.read(items, undefined);
    const properties = isObject(item['properties']) ? item['properties'] : {};
    const parts = partsOf(own);
    const names = parts.size > 0 ? [...parts.keys()] : Object.keys(properties);
    const columns = names.flatMap((name): Column[] => {
      if (!Object.hasOwn(properties, name)) return [];
      const read = reader.read(properties[name], undefined);
      const isRequired = Array.isArray(item['required']) && item['required'].includes(name);
      const field = compileField({ ...parts.get(name), field: name }, read, read, isRequired);
      return [{ name, field, label: text(field.label) }];
    });
    return columns.some(({ field }) => isStructured(field)) ? null : columns;
  }, [model, own, items, text]);
}

/** Items as rows whose cells are edited in place; cells copied from a spreadsheet can be pasted. */
export function TableRows({
  list,
  columns,
  schema,
  children,
}: {
  list: List;
  columns: readonly Column[];
  schema: JsonSchema;
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const locale = localeOf[useLanguage()];
  const { model, text, readOnly } = useForm();
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const plain = event.clipboardData.getData('text/plain');
    const first = (event.target as Element).closest('td');
    if (!/[\t\n]/.test(plain.replace(/\r?\n$/, '')) || list.disabled || first === null) return;
    const column = first.cellIndex;
    const row = (first.parentElement as HTMLTableRowElement).sectionRowIndex;
    event.preventDefault();
    const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Infinity;
    const pasted = parseCells(plain);
    const lines = pasted.slice(0, Math.max(0, most - row));
    const now = valueAt(model.record, list.path);
    const items: Json[] = Array.isArray(now) ? [...(now as Json[])] : [];
    for (const [down, line] of lines.entries()) {
      const before = items[row + down];
      const record: JsonObject = isObject(before) ? { ...before } : {};
      for (const [across, cell] of line.entries()) {
        const target = columns[column + across];
        const isFixed =
          target?.field.readOnly || isComputed(model.form.computes, [...list.path, target?.name ?? '']);
        if (target === undefined || isFixed) continue;
        const words = { locale, yes: t('form.yes'), labelOf: optionLabel(target.field) };
        const value = cellValue(target.field, cell, words);
        if (value === undefined) delete record[target.name];
        else record[target.name] = value;
      }
      items[row + down] = record;
    }
    const left = pasted.length - lines.length;
    const said = [t('structured.pasted', { count: lines.length })];
    if (left > 0) said.push(t('structured.pastedLess', { count: left, field: list.label, limit: most }));
    list.replace(items, said.join(' '), left > 0);
  };
  const optionLabel = (field: CompiledField) => (wanted: string | number | boolean) => {
    const option = Array.isArray(field.options)
      ? field.options.find((one) => one.value === wanted)
      : undefined;
    return option === undefined ? String(wanted) : text(option.label);
  };
  if (list.count === 0) return null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={list.label}>
        <thead>
          <tr>
            {columns.map(({ name, label, field }) => (
              <th key={name} scope="col" className={styles.head}>
                {label}
                {field.required && <span aria-hidden="true"> **</span>}
              </th>
            ))}
            {!readOnly && <th className={styles.head} aria-label={t('structured.rowActions')} />}
          </tr>
        </thead>
        <tbody onPaste={onPaste}>{children}</tbody>
      </table>
    </div>
  );
}

export function TableRow({
  list,
  index,
  name,
  onRemove,
  children,
}: {
  list: List;
  index: number;
  name: string;
  onRemove(): void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const { readOnly } = useForm();
  return (
    <tr id={`${list.id}/${index}::item`}>
      {children}
      {!readOnly && (
        <td className={styles.act}>
          <Button
            appearance="subtle"
            icon={<Icon name="delete" />}
            aria-label={`${t('form.array.remove')}: ${name}`}
            disabled={list.disabled || !list.canRemove}
            onClick={() => list.remove(index, onRemove)}
          />
        </td>
      )}
    </tr>
  );
}

/** The properties of a row's object as its cells, in the order of the columns. */
export function RowCells({
  columns,
  rowName,
  contents,
}: {
  columns: readonly Column[];
  rowName: string;
  contents: ObjectFieldTemplateProps['properties'];
}) {
  const styles = useStyles();
  const labels = useMemo(
    () => columns.map(({ label }) => ({ label: `${label}, ${rowName}`, quiet: true, cell: true })),
    [columns, rowName],
  );
  return columns.map((column, at) => (
    <LabelContext key={column.name} value={labels[at]!}>
      <td className={styles.cell}>{contents.find(({ name }) => name === column.name)?.content}</td>
    </LabelContext>
  ));
}
