import { valueAt } from '../../../../contracts/json-pointer.ts';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { Icon } from '../../../../ui/index.ts';
import { type JsonSchema } from '../../../core/index.ts';
import { mainType } from '../../../core/form/shape.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';
import { ListFoot } from './ListFoot.tsx';
import { Part } from './Part.tsx';
import { NestedNote, useNestedStyles } from './parts.tsx';
import { useItems, type Items } from './useItems.ts';
import { asList, errorsAt, keyUnder, ownError, pathOfKey, type NestedProps } from './nested.ts';

const useStyles = makeStyles({
  item: {
    // What is far away is neither laid out nor painted.
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
});

/** Items that are drawn at once; more come by a button, or when one of them is at fault. */
const portion = 50;

/** A list: each item a value of its own with its place, which can be moved, removed and taken back. */
export function ListValue(props: NestedProps) {
  const nested = useNestedStyles();
  const t = useText();
  const { model, text, readOnly } = useForm();
  const { path: key, schema, value, label, errors, disabled, own } = props;
  const path = pathOfKey(key);
  const id = idOf(path);
  const list = asList(value);
  const title = own?.itemTitle === undefined ? itemTitle(schema, label, text) : text(own.itemTitle);
  const nameOf = (index: number) => {
    const named = own?.titleField === undefined ? undefined : valueAt(list[index], [own.titleField]);
    const suffix = typeof named === 'string' && named !== '' ? ` · ${named}` : '';
    return `${t('form.array.item', { title, index: index + 1 })}${suffix}`;
  };
  const items = useItems(path, schema, list, nameOf);
  const [asked, setAsked] = useState(portion);
  const drawn = Math.max(asked, lastError(errors, key) + 1);
  const isLine = !['object', 'array', undefined].includes(
    mainType(model.form.reader().read(schema['items'], undefined)),
  );
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
      {list.slice(0, drawn).map((item, at) => {
        const place = keyUnder(key, at);
        return (
          <ListItem
            key={items.keys[at]}
            {...{ items, at, isLine, disabled }}
            id={`${id}/${at}::item`}
            name={nameOf(at)}
            last={at === list.length - 1}
          >
            <Part
              path={place}
              schema={(schema['items'] ?? {}) as JsonSchema}
              own={itemOwn(props)}
              value={item as Json}
              errors={errorsAt(errors, place)}
              label={nameOf(at)}
              quietLabel
              required={false}
              disabled={disabled}
              depth={props.depth + 1}
            />
          </ListItem>
        );
      })}
      {list.length > drawn && (
        <Button appearance="subtle" onClick={() => setAsked(drawn + portion)}>
          {t('form.nested.showMore', { count: list.length - drawn })}
        </Button>
      )}
      {!readOnly && <ListFoot items={items} disabled={disabled} label={label} add={t('form.array.add')} />}
    </div>
  );
}

const itemOwns = new WeakMap<object, NestedProps['own']>();
/** What the layout says of a list's items; the same object each time, so that items stay as they are. */
function itemOwn({ own }: NestedProps): NestedProps['own'] {
  if (own?.fields === undefined) return undefined;
  if (!itemOwns.has(own)) itemOwns.set(own, { field: own.field, fields: own.fields });
  return itemOwns.get(own);
}

function itemTitle(schema: JsonSchema, label: string, text: (key: string) => string): string {
  const title = valueAt(schema, ['items', 'title']);
  return typeof title === 'string' ? text(title) : label;
}

/** The last item that something is wrong with, or -1. */
function lastError(errors: NestedProps['errors'], key: string): number {
  let last = -1;
  for (const { path } of errors) {
    const index = Number(path.slice(key.length + 2).split('/')[0]);
    if (Number.isInteger(index)) last = Math.max(last, index);
  }
  return last;
}

function ListItem({
  id,
  name,
  items,
  at,
  last,
  isLine,
  disabled,
  children,
}: {
  id: string;
  name: string;
  items: Items;
  at: number;
  last: boolean;
  isLine: boolean;
  disabled: boolean;
  children: React.ReactNode;
}) {
  const styles = useStyles();
  const nested = useNestedStyles();
  const t = useText();
  const { readOnly } = useForm();
  const move = (by: -1 | 1) => items.move(at, by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || readOnly || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
      return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  const actions = readOnly ? null : (
    <div className={styles.actions}>
      <Button
        size="small"
        appearance="subtle"
        icon={<Icon name="chevron-up" />}
        aria-label={`${t('form.array.up')}: ${name}`}
        disabledFocusable={disabled || at === 0}
        onClick={() => move(-1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<Icon name="chevron-down" />}
        aria-label={`${t('form.array.down')}: ${name}`}
        disabledFocusable={disabled || last}
        onClick={() => move(1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<Icon name="delete" />}
        aria-label={`${t('form.array.remove')}: ${name}`}
        disabled={disabled || !items.canRemove}
        onClick={() => items.remove(at)}
      />
    </div>
  );
  if (isLine) {
    return (
      <div id={id} className={styles.line} role="group" aria-label={name} onKeyDown={onKeyDown}>
        <div className={styles.lineValue}>{children}</div>
        {actions}
      </div>
    );
  }
  return (
    <div id={id} className={styles.item} role="group" aria-label={name} onKeyDown={onKeyDown}>
      <div className={nested.head}>
        <h4 className={mergeClasses(nested.title, nested.quiet)}>{name}</h4>
        {actions}
      </div>
      {children}
    </div>
  );
}
