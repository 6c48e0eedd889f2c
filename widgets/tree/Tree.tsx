import { valueAt } from '../../src/contracts/json-pointer.ts';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { TreeProps } from '../../src/engine/core/index.ts';
import {
  isBlank,
  RowsFrame,
  useBinding,
  useBusy,
  useFields,
  useFormat,
  useScreenTitle,
  useText,
  Value,
  valueText,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, useRoving, useRowWindow } from '../../src/ui/index.ts';
import { buildTree, openRows } from './rows.ts';
import type { Key, TreeRow } from './rows.ts';

const rowHeight = 32;
const usualHeight = 480;
/** How far each level is set in, in pixels, and how many levels are. */
const indent = 20;
const mostIndents = 12;

const useStyles = makeStyles({
  scroller: { position: 'relative', overflowY: 'auto', minWidth: 0, padding: '2px' },
  tree: { position: 'relative', margin: 0, padding: 0 },
  row: {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    minHeight: `${rowHeight}px`,
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  twist: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '20px',
    height: '24px',
    color: tokens.colorNeutralForeground3,
  },
  icon: { color: tokens.colorNeutralForeground3 },
  words: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  badge: { flexShrink: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** What is open: as the definition begins, but for the rows that somebody has opened or closed. */
function useOpen(expanded: TreeProps['expanded']) {
  const [changed, setChanged] = useState<ReadonlyMap<Key, boolean>>(new Map());
  const first = (row: TreeRow) =>
    row.children.length > 0 && (expanded === 'all' || (expanded !== 'none' && row.level === 1));
  return {
    isOpen: (row: TreeRow) => changed.get(row.key) ?? first(row),
    setOpen: (row: TreeRow, open: boolean) => setChanged((now) => new Map(now).set(row.key, open)),
  };
}

/** Rows of a source as a tree, with the keys of the ARIA tree pattern. */
export default function Tree({ id, props, data, fire }: WidgetProps<TreeProps>) {
  const styles = useStyles();
  const t = useText();
  const title = useScreenTitle();
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [bound, bind] = useBinding(props.selected);
  const [chosen, setChosen] = useState<Key | null>(null);
  const selected = props.selected === undefined ? chosen : bound;
  const loading = useBusy('expand');
  const { isOpen, setOpen } = useOpen(props.expanded);

  const tree = useMemo(() => buildTree(data.rows, props), [data.rows, props]);
  const all = useMemo(() => tree.rows.map(({ row }) => row), [tree]);
  const settings = useMemo(() => [props.title, ...(props.badge ? [props.badge] : [])], [props]);
  const { fields, raw } = useFields(settings, all);
  const shownRows = openRows(tree, isOpen);
  const keyOf = (at: number) => tree.rows[shownRows[at] ?? -1]?.key ?? at;
  const shown = useRowWindow({ count: shownRows.length, rowHeight, scroller, keyOf });
  const roving = useRoving(scroller, shownRows.length, shown);
  const nameOf = (index: number) => valueText(props.title, raw(0, index), format, t);

  function toggle(row: TreeRow, open: boolean): void {
    setOpen(row, open);
    if (open) void fire('expand', row.key, row.row);
  }
  function choose(at: number): void {
    const row = tree.rows[shownRows[at] ?? -1];
    if (!row) return;
    roving.onRowFocus(at);
    setChosen(row.key);
    bind(row.key);
    void fire('select', row.key, row.row);
  }
  /** The next row whose name begins with a letter that was typed. */
  function typed(letter: string, from: number): number | null {
    const wanted = letter.toLocaleLowerCase();
    for (let step = 1; step <= shownRows.length; step += 1) {
      const at = (from + step) % shownRows.length;
      if (
        nameOf(shownRows[at] ?? 0)
          .toLocaleLowerCase()
          .startsWith(wanted)
      )
        return at;
    }
    return null;
  }
  /** Does what the key asks; false: it is none of the tree's. */
  function act(key: string, at: number): boolean {
    const row = tree.rows[shownRows[at] ?? -1];
    if (!row) return false;
    const opens = row.children.length > 0 || row.late;
    switch (key) {
      case 'ArrowDown':
        roving.focusRow(at + 1);
        return true;
      case 'ArrowUp':
        roving.focusRow(at - 1);
        return true;
      case 'Home':
        roving.focusRow(0);
        return true;
      case 'End':
        roving.focusRow(shownRows.length - 1);
        return true;
      case 'ArrowRight':
        if (opens && !isOpen(row)) toggle(row, true);
        else if (row.children.length > 0) roving.focusRow(at + 1);
        return true;
      case 'ArrowLeft':
        if (opens && isOpen(row)) toggle(row, false);
        else if (row.parent >= 0) roving.focusRow(shownRows.indexOf(row.parent));
        return true;
      case '*':
        for (const one of tree.rows) {
          if (one.parent === row.parent && one.children.length > 0) setOpen(one, true);
        }
        return true;
      case 'Enter':
      case ' ':
        choose(at);
        return true;
      default: {
        const found = key.length === 1 ? typed(key, at) : null;
        if (found !== null) roving.focusRow(found);
        return found !== null;
      }
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = (event.target as HTMLElement).dataset['row'];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event.key, Number(at))) event.preventDefault();
  }

  return (
    <RowsFrame
      id={id}
      data={data}
      empty={props.empty}
      emptyTitle={t('widgets.tree.empty')}
      rowHeight={rowHeight}
    >
      <div ref={scroller} className={styles.scroller} style={{ maxHeight: props.height ?? usualHeight }}>
        <div
          role="tree"
          tabIndex={-1}
          aria-label={props.label || title}
          aria-busy={loading}
          className={styles.tree}
          style={{ height: shown.height }}
          onKeyDown={onKeyDown}
        >
          {shown.rows.map(({ index: at, start }) => {
            const index = shownRows[at] ?? -1;
            const one = tree.rows[index];
            if (!one) return null;
            const opens = one.children.length > 0 || one.late;
            const open = isOpen(one);
            const icon = props.iconField ? valueAt(one.row, props.iconField.split('.')) : props.icon;
            const badge = fields.length > 1 ? raw(1, index) : undefined;
            return (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys
              <div
                key={one.key}
                ref={shown.measure}
                role="treeitem"
                data-index={at}
                data-row={at}
                tabIndex={at === roving.tabStop ? 0 : -1}
                aria-level={one.level}
                aria-posinset={one.position}
                aria-setsize={one.siblings}
                aria-expanded={opens ? open : undefined}
                aria-selected={selected === one.key}
                className={mergeClasses(styles.row, selected === one.key && styles.selected)}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingInlineStart: 8 + Math.min(one.level - 1, mostIndents) * indent,
                }}
                onFocus={() => roving.onRowFocus(at)}
                onClick={(event) => {
                  const twist = (event.target as Element).closest('[data-twist]');
                  if (twist) toggle(one, !open);
                  else choose(at);
                }}
              >
                <span className={styles.twist} {...(opens ? { 'data-twist': true } : {})}>
                  {opens && <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />}
                </span>
                {typeof icon === 'string' && icon !== '' && (
                  <Icon name={icon} size={16} className={styles.icon} />
                )}
                <span className={styles.words} title={nameOf(index)}>
                  {nameOf(index)}
                </span>
                {!isBlank(badge) && fields[1] && (
                  <span className={styles.badge}>
                    <Value settings={fields[1]} raw={badge} row={one.row} />
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </RowsFrame>
  );
}
