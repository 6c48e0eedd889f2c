import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState, type ClipboardEvent } from 'react';
import { type Json, type JsonObject, isObject } from '../../../../contracts/json.ts';
import { localeOf } from '../../../../contracts/language.ts';
import { Icon } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { compileField, isStructured, type CompiledField } from '../../../core/form/field.ts';
import { useLanguage, useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';
import { LeafValue } from './LeafValue.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ListValue } from './ListValue.tsx';
import { cellValue, parseCells } from './paste.ts';
import { NestedNote, useNestedStyles } from './parts.tsx';
import { useItems } from './useItems.ts';
import {
  asList,
  asObject,
  errorsAt,
  keyUnder,
  ownError,
  partsOf,
  pathOfKey,
  requiredOf,
  type NestedProps,
} from './nested.ts';

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

interface Column {
  name: string;
  schema: JsonSchema;
  field: CompiledField;
  label: string;
  required: boolean;
}

/** Rows that are drawn at once. */
const portion = 100;

/** A list of flat objects as rows whose cells are edited in place; takes what a spreadsheet copied. */
export function TableValue(props: NestedProps) {
  const styles = useStyles();
  const nested = useNestedStyles();
  const t = useText();
  const locale = localeOf[useLanguage()];
  const { model, text, readOnly } = useForm();
  const { path: key, schema, value, label, errors, disabled, own } = props;
  const path = useMemo(() => pathOfKey(key), [key]);
  const id = idOf(path);
  const list = asList(value);
  const columns = useMemo((): Column[] => {
    const reader = model.form.reader();
    const item = reader.read(schema['items'], undefined);
    const properties = isObject(item['properties']) ? item['properties'] : {};
    const laidOut = partsOf(own);
    const names = laidOut.size > 0 ? [...laidOut.keys()] : Object.keys(properties);
    return names.flatMap((name) => {
      if (!Object.hasOwn(properties, name)) return [];
      const read = reader.read(properties[name], undefined);
      const required = requiredOf(item).includes(name);
      const field = compileField({ ...laidOut.get(name), field: name }, read, read, required);
      return [{ name, schema: read, field, label: text(field.label), required }];
    });
  }, [model, schema, own, text]);
  const itemTitle = own?.itemTitle === undefined ? t('form.nested.row') : text(own.itemTitle);
  const nameOf = (index: number) => t('form.array.item', { title: itemTitle, index: index + 1 });
  const items = useItems(path, schema, list, nameOf);
  const [asked, setAsked] = useState(portion);
  const [pasted, setPasted] = useState('');
  // What does not fit into cells cannot be a row.
  if (columns.some(({ field }) => isStructured(field))) return <ListValue {...props} />;

  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const plain = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(plain.replace(/\r?\n$/, '')) || disabled) return;
    event.preventDefault();
    const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Infinity;
    const cells = parseCells(plain).slice(0, Math.max(0, most - row));
    const next: Json[] = [...list];
    for (const [down, line] of cells.entries()) {
      const record: JsonObject = { ...asObject(next[row + down]) };
      for (const [across, cell] of line.entries()) {
        const target = columns[column + across];
        if (target === undefined || target.field.readOnly) continue;
        const cellNow = cellValue(target.field, cell, {
          locale,
          yes: t('form.yes'),
          textOf: textIn(target.field),
        });
        if (cellNow === undefined) delete record[target.name];
        else record[target.name] = cellNow;
      }
      next[row + down] = record;
    }
    model.set(path, next);
    setPasted(t('form.nested.pasted', { count: cells.length }));
  };
  const textIn = (field: CompiledField) => (wanted: string | number | boolean) => {
    const option = Array.isArray(field.options)
      ? field.options.find((one) => one.value === wanted)
      : undefined;
    return option === undefined ? String(wanted) : text(option.text);
  };
  return (
    <div role="group" id={id} tabIndex={-1} aria-label={label}>
      {props.quietLabel !== true && (
        <div className={nested.head}>
          <h3 className={nested.title}>
            {label}
            {list.length > 0 && <span className={nested.quiet}> {list.length}</span>}
          </h3>
        </div>
      )}
      <NestedNote
        id={id}
        hint={typeof schema['description'] === 'string' ? text(schema['description']) : undefined}
        error={ownError(errors, key)}
      />
      {list.length === 0 && readOnly && <p className={nested.quiet}>–</p>}
      {list.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table} aria-label={label}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" className={styles.head}>
                    {column.label}
                    {column.required && <span aria-hidden="true"> **</span>}
                  </th>
                ))}
                {!readOnly && <th className={styles.head} aria-label={t('form.nested.rowActions')} />}
              </tr>
            </thead>
            <tbody>
              {list.slice(0, asked).map((row, at) => (
                <tr key={items.keys[at]} id={`${id}/${at}::item`}>
                  {columns.map((column, across) => {
                    const cell = keyUnder(keyUnder(key, at), column.name);
                    return (
                      <td
                        key={column.name}
                        className={styles.cell}
                        onPaste={(event) => paste(event, at, across)}
                      >
                        <LeafValue
                          bare
                          field={column.field}
                          path={cell}
                          schema={column.schema}
                          own={undefined}
                          value={asObject(row)[column.name]}
                          errors={errorsAt(errors, cell)}
                          label={`${column.label}, ${nameOf(at)}`}
                          quietLabel
                          required={column.required}
                          disabled={disabled}
                          depth={props.depth + 1}
                        />
                      </td>
                    );
                  })}
                  {!readOnly && (
                    <td className={styles.act}>
                      <Button
                        appearance="subtle"
                        icon={<Icon name="delete" />}
                        aria-label={`${t('form.array.remove')}: ${nameOf(at)}`}
                        disabled={disabled || !items.canRemove}
                        onClick={() => items.remove(at)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.length > asked && (
        <Button appearance="subtle" onClick={() => setAsked(asked + portion)}>
          {t('form.nested.showMore', { count: list.length - asked })}
        </Button>
      )}
      {!readOnly && (
        <ListFoot
          items={{ ...items, spoken: pasted || items.spoken }}
          disabled={disabled}
          label={label}
          add={t('form.nested.addRow')}
        />
      )}
    </div>
  );
}
