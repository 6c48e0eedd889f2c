import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, FieldPathId } from '@rjsf/utils';
import { createContext, useContext, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { Icon, visuallyHidden } from '../../../../ui/index.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { mainType, type SchemaReader } from '../../../core/form/shape.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { LabelContext, useFocusRequest, useItemCount, useLastInvalidItem, useModel } from './context.ts';
import { ClosedValue, StructuredNote, useStructuredStyles } from './shared.tsx';
import { TableRow, TableRows, useColumns, type Column } from './TableTemplate.tsx';
import { useList, type List } from './useList.ts';

const useStyles = makeStyles({
  item: {
    // Items far away are neither laid out nor painted.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 120px',
    marginBottom: '8px',
    padding: '4px 8px 0 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  line: { display: 'flex', gap: '4px', alignItems: 'flex-start', padding: '2px' },
  lineValue: { flexGrow: 1, minWidth: 0 },
  actions: { display: 'flex', flexShrink: 0 },
  undo: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  announcement: visuallyHidden,
});

/** The list around an item, and how it shows its items: lines hold one control each, rows have columns. */
interface ListLayout {
  list: List;
  layout: 'items' | 'lines' | 'rows' | 'tuple';
  columns: readonly Column[] | null;
}

const ListContext = createContext<ListLayout | null>(null);

/** Items that are rendered at once; more come by a button, or when one of them has an error. */
const portion = 50;

/** A list of items, rows of a table, or a tuple: one value for each place, filled from the first on. */
export function ListTemplate(props: ArrayFieldTemplateProps) {
  const shared = useStructuredStyles();
  const t = useText();
  const { model, readOnly } = useForm();
  const columns = useColumns(props);
  const list = useList(props, columns === null ? undefined : t('structured.row'));
  const focusLater = useFocusRequest();
  const [limit, setLimit] = useState(portion);
  const rendered = Math.max(limit, useLastInvalidItem(list.path) + 1);
  const itemCount = useItemCount(list.path);
  const schema = props.schema as JsonSchema;
  const layout = columns === null ? layoutOf(schema, model.form.reader()) : 'rows';
  if (layout === 'tuple' && !readOnly && valueAt(model.record, list.path) === undefined) {
    const open = () => {
      focusLater(list.id);
      model.set(list.path, []);
    };
    return <ClosedValue {...list} onOpen={open} />;
  }
  // A tuple has a control for its next value, which rjsf's value does not know while the person types.
  const shown = layout === 'tuple' ? itemCount + 1 : rendered;
  const items = props.items.slice(0, shown);
  return (
    <ListContext value={{ list, layout, columns }}>
      <div role="group" id={list.id} tabIndex={-1} aria-label={list.label}>
        {!list.isQuiet && (
          <div className={shared.head}>
            <h3 className={shared.title}>
              {list.label}
              {layout !== 'tuple' && list.count > 0 && <span className={shared.quiet}> {list.count}</span>}
            </h3>
          </div>
        )}
        <StructuredNote id={list.id} hint={list.hint} error={list.error} />
        {list.count === 0 && readOnly && <p className={shared.quiet}>–</p>}
        {columns === null ? items : <TableRows {...{ list, columns, schema }}>{items}</TableRows>}
        {layout !== 'tuple' && list.count > shown && (
          <Button appearance="subtle" onClick={() => setLimit(shown + portion)}>
            {t('structured.showMore', { count: list.count - shown })}
          </Button>
        )}
        {!readOnly && layout !== 'tuple' && (
          <ListFoot list={list} add={t(columns === null ? 'form.array.add' : 'structured.addRow')} />
        )}
      </div>
    </ListContext>
  );
}

function layoutOf({ items }: JsonSchema, reader: SchemaReader): 'items' | 'lines' | 'tuple' {
  if (Array.isArray(items)) return 'tuple';
  return ['object', 'array', undefined].includes(mainType(reader.read(items, undefined))) ? 'items' : 'lines';
}

/** One more item, and the way back for the last removed one. */
function ListFoot({ list, add }: { list: List; add: string }) {
  const shared = useStructuredStyles();
  const styles = useStyles();
  const t = useText();
  return (
    <div className={shared.foot}>
      <Button
        id={list.addId}
        icon={<Icon name="add" />}
        disabled={list.disabled || !list.canAdd}
        aria-label={`${add}: ${list.label}`}
        onClick={list.add}
      >
        {add}
      </Button>
      {list.removed !== null && (
        <span className={styles.undo}>
          {t('structured.removed', { item: list.removed })}
          <Button size="small" appearance="transparent" onClick={list.undo}>
            {t('structured.undo')}
          </Button>
        </span>
      )}
      <span className={list.announcement.isVisible ? styles.undo : styles.announcement} role="status">
        {list.announcement.text}
      </span>
    </div>
  );
}

/** An item in its place; it can be moved and removed unless its list is a tuple. */
export function ListItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { list, layout } = useContext(ListContext)!;
  const { text } = useForm();
  const { index, schema } = props;
  const name = useModel(list.path[0]!, () => list.nameOf(index));
  const isTuple = layout === 'tuple';
  const title = isTuple && schema.title !== undefined ? text(schema.title) : list.titleOf(index);
  const label = useMemo(() => ({ label: title, quiet: !isTuple }), [title, isTuple]);
  const children = <LabelContext value={label}>{props.children}</LabelContext>;
  if (isTuple) return children;
  return layout === 'rows' ? (
    <TableRow {...{ list, index, name }} onRemove={props.buttonsProps.onRemoveItem}>
      {children}
    </TableRow>
  ) : (
    <ListItem {...{ list, name }} isLine={layout === 'lines'} item={props}>
      {children}
    </ListItem>
  );
}

/** The row of a table that the item at a path is; null: its list is no table. */
export function useRow({ path }: FieldPathId): { columns: readonly Column[]; rowName: string } | null {
  const around = useContext(ListContext);
  const columns = around?.columns ?? null;
  return columns && { columns, rowName: around!.list.titleOf(Number(path.at(-1))) };
}

function ListItem({
  list,
  name,
  isLine,
  item: { index, totalItems, buttonsProps },
  children,
}: {
  list: List;
  name: string;
  isLine: boolean;
  item: ArrayFieldItemTemplateProps;
  children: ReactNode;
}) {
  const styles = useStyles();
  const shared = useStructuredStyles();
  const t = useText();
  const { readOnly } = useForm();
  const { disabled } = list;
  const up = () => list.move(index, -1, buttonsProps.onMoveUpItem);
  const down = () => list.move(index, 1, buttonsProps.onMoveDownItem);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || readOnly || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowUp') up();
    else down();
  };
  const frame = { id: `${list.id}/${index}::item`, role: 'group', 'aria-label': name, onKeyDown } as const;
  const actions = readOnly ? null : (
    <div className={styles.actions}>
      <ItemButton
        icon="chevron-up"
        label={`${t('form.array.up')}: ${name}`}
        disabledFocusable={disabled || index === 0}
        onClick={up}
      />
      <ItemButton
        icon="chevron-down"
        label={`${t('form.array.down')}: ${name}`}
        disabledFocusable={disabled || index === totalItems - 1}
        onClick={down}
      />
      <ItemButton
        icon="delete"
        label={`${t('form.array.remove')}: ${name}`}
        disabled={disabled || !list.canRemove}
        onClick={() => list.remove(index, buttonsProps.onRemoveItem)}
      />
    </div>
  );
  if (isLine) {
    return (
      <div {...frame} className={styles.line}>
        <div className={styles.lineValue}>{children}</div>
        {actions}
      </div>
    );
  }
  return (
    <div {...frame} className={styles.item}>
      <div className={shared.head}>
        <h4 className={mergeClasses(shared.title, shared.quiet)}>{name}</h4>
        {actions}
      </div>
      {children}
    </div>
  );
}

function ItemButton({
  icon,
  label,
  ...more
}: {
  icon: string;
  label: string;
  disabled?: boolean;
  disabledFocusable?: boolean;
  onClick(): void;
}) {
  return <Button size="small" appearance="subtle" icon={<Icon name={icon} />} aria-label={label} {...more} />;
}
