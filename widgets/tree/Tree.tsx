import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { valueAt } from '../../src/contracts/json-pointer.ts';
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
  fireGesture,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, useMeasuredRows, useRoving } from '../../src/ui/index.ts';
import { buildTree, openRows } from './tree-rows.ts';
import type { Key, TreeRow } from './tree-rows.ts';

const rowHeight = 32;
/** Height of a tree that declares none, at most, in pixels. */
const defaultHeight = 480;
/** Pixels that each level is indented; levels beyond the last one are not indented further. */
const indent = 20;
const maxIndents = 12;

const useStyles = makeStyles({
  frame: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0 },
  scroller: { position: 'relative', overflowY: 'auto', minWidth: 0, padding: '2px' },
  // Rows reach the edges of the pane around them.
  filling: { flex: '1 1 0', minHeight: '120px', marginInline: 'calc(0px - var(--inset, 0px))' },
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
  toggle: {
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

/** Open rows: those that the definition opens, except where the person has opened or closed one. */
function useOpenRows(expanded: TreeProps['expanded']) {
  const [changed, setChanged] = useState<ReadonlyMap<Key, boolean>>(new Map());
  const isOpen = useCallback(
    (row: TreeRow) =>
      changed.get(row.key) ??
      (row.children.length > 0 && (expanded === 'all' || (expanded !== 'none' && row.level === 1))),
    [changed, expanded],
  );
  return {
    isOpen,
    setOpen: (row: TreeRow, open: boolean) => setChanged((before) => new Map(before).set(row.key, open)),
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
  const [own, setOwn] = useState<Key | null>(null);
  const selected = props.selected === undefined ? own : bound;
  const loading = useBusy('expand');
  const { isOpen, setOpen } = useOpenRows(props.expanded);

  const tree = useMemo(() => buildTree(data.rows, props), [data.rows, props]);
  const all = useMemo(() => tree.rows.map(({ row }) => row), [tree]);
  const settings = useMemo(() => [props.title, ...(props.badge ? [props.badge] : [])], [props]);
  const { fields, raw } = useFields(settings, all);
  const visible = useMemo(() => openRows(tree, isOpen), [tree, isOpen]);
  const keyOf = useCallback((at: number) => tree.rows[visible[at] ?? -1]?.key ?? at, [tree, visible]);
  const window = useMeasuredRows({ count: visible.length, rowHeight, scroller, keyOf });
  const roving = useRoving(scroller, visible.length, window);
  // A row that something else than this tree selects comes into view, with the rows around it open.
  const shown = useRef<unknown>(null);
  useEffect(() => {
    if (selected === shown.current || selected === null || selected === undefined) return;
    const index = tree.rows.findIndex(({ key }) => key === selected);
    if (index < 0) return;
    const around: TreeRow[] = [];
    for (let at = tree.rows[index]!.parent; at >= 0; at = tree.rows[at]!.parent) around.push(tree.rows[at]!);
    const closed = around.filter((row) => !isOpen(row));
    if (closed.length > 0) {
      for (const row of closed) setOpen(row, true);
      return;
    }
    shown.current = selected;
    window.reveal(visible.indexOf(index));
  });
  const nameOf = (index: number) => valueText(props.title, raw(0, index), format, t);

  function toggle(row: TreeRow, open: boolean): void {
    setOpen(row, open);
    if (open) void fire('expand', row.key, row.row);
  }
  function select(at: number): void {
    const row = tree.rows[visible[at] ?? -1];
    if (!row) return;
    roving.onRowFocus(at);
    shown.current = row.key;
    setOwn(row.key);
    bind(row.key);
    void fireGesture({ fire }, 'select', row.key, { row: row.row });
  }
  /** The next row whose name begins with a typed letter. */
  function findByLetter(letter: string, from: number): number | null {
    const wanted = letter.toLocaleLowerCase();
    for (let step = 1; step <= visible.length; step += 1) {
      const at = (from + step) % visible.length;
      if (
        nameOf(visible[at] ?? 0)
          .toLocaleLowerCase()
          .startsWith(wanted)
      )
        return at;
    }
    return null;
  }
  /** Handles a key; false: it is no key of the tree. */
  function handleKey(key: string, at: number): boolean {
    const row = tree.rows[visible[at] ?? -1];
    if (!row) return false;
    const opens = row.children.length > 0 || row.lazy;
    if (roving.moveFrom(at, key)) return true;
    switch (key) {
      case 'ArrowRight':
        if (opens && !isOpen(row)) toggle(row, true);
        else if (row.children.length > 0) roving.focusRow(at + 1);
        return true;
      case 'ArrowLeft':
        if (opens && isOpen(row)) toggle(row, false);
        else if (row.parent >= 0) roving.focusRow(visible.indexOf(row.parent));
        return true;
      case '*':
        for (const one of tree.rows) {
          if (one.parent === row.parent && one.children.length > 0) setOpen(one, true);
        }
        return true;
      case 'Enter':
      case ' ':
        select(at);
        return true;
      default: {
        const found = key.length === 1 ? findByLetter(key, at) : null;
        if (found !== null) roving.focusRow(found);
        return found !== null;
      }
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = (event.target as HTMLElement).dataset['stop'];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handleKey(event.key, Number(at))) event.preventDefault();
  }

  return (
    <RowsFrame
      id={id}
      data={props.waiting && data.status === 'ready' ? { ...data, status: 'loading' } : data}
      empty={props.empty}
      emptyTitle={t('widgets.tree.empty')}
      rowHeight={rowHeight}
      {...(props.fill ? { className: styles.frame } : {})}
    >
      <div
        ref={scroller}
        className={mergeClasses(styles.scroller, props.fill && styles.filling)}
        style={props.fill ? undefined : { maxHeight: props.height ?? defaultHeight }}
      >
        <div
          role="tree"
          tabIndex={-1}
          aria-label={props.label || title}
          aria-busy={loading}
          className={styles.tree}
          style={{ height: window.height }}
          onKeyDown={onKeyDown}
        >
          {window.rows.map(({ index: at, start }) => {
            const index = visible[at] ?? -1;
            const one = tree.rows[index];
            if (!one) return null;
            const opens = one.children.length > 0 || one.lazy;
            const open = isOpen(one);
            const icon = props.iconField ? valueAt(one.row, props.iconField.split('.')) : props.icon;
            const badge = fields.length > 1 ? raw(1, index) : undefined;
            return (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys
              <div
                key={one.key}
                ref={window.measure}
                role="treeitem"
                data-line={at}
                data-stop={at}
                tabIndex={at === roving.tabStop ? 0 : -1}
                aria-level={one.level}
                aria-posinset={one.position}
                aria-setsize={one.siblings}
                aria-expanded={opens ? open : undefined}
                aria-selected={selected === one.key}
                className={mergeClasses(styles.row, selected === one.key && styles.selected)}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingInlineStart: 8 + Math.min(one.level - 1, maxIndents) * indent,
                }}
                onFocus={() => roving.onRowFocus(at)}
                onClick={(event) => {
                  const toggleIcon = (event.target as Element).closest('[data-toggle]');
                  if (toggleIcon) toggle(one, !open);
                  else select(at);
                }}
              >
                <span className={styles.toggle} {...(opens ? { 'data-toggle': true } : {})}>
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
