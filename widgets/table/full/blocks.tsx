/* oxlint-disable jsx-a11y/control-has-associated-label -- cells without words are no controls */
import { mergeClasses } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { RowScope } from '../../../src/engine/react/index.ts';
import { Icon } from '../../../src/ui/index.ts';
import { alignOf, columnKey } from '../view.ts';
import type { Column, Row, RowKey } from '../view.ts';
import type { FullStyles } from './styles.ts';

export function Chevron({ open }: { open: boolean }) {
  return <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />;
}

interface GroupProps {
  name: string;
  count: string;
  open: boolean;
  level: number;
  line: number;
  rowIndex: number;
  columns: readonly Column[];
  lead: number;
  ends: boolean;
  total(column: number): string;
  onToggle(): void;
  styles: FullStyles;
}

function GroupName({ name, count, open, level, styles, onToggle, card }: GroupProps & { card: boolean }) {
  return (
    <button
      type="button"
      tabIndex={card ? 0 : -1}
      className={styles.groupName}
      style={{ marginInlineStart: level * 24 }}
      aria-expanded={open}
      onClick={onToggle}
    >
      <Chevron open={open} />
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>{' '}
      <span className={styles.badge}>{count}</span>
    </button>
  );
}

/** The name of a group, how many rows it has, and its totals in their own columns. */
export function GroupLine(props: GroupProps) {
  const { open, level, line, rowIndex, columns, lead, ends, total, styles } = props;
  const totals = columns.map((_, at) => total(at));
  const first = totals.findIndex((text, at) => at > 0 && text !== '');
  const named = first < 0 ? columns.length : first;
  return (
    <tr
      className={styles.group}
      data-line={line}
      aria-rowindex={rowIndex}
      aria-expanded={open}
      aria-level={level + 1}
    >
      <td className={styles.groupCell} colSpan={lead + named + (first < 0 && ends ? 1 : 0)}>
        <GroupName {...props} card={false} />
      </td>
      {columns.slice(named).map((column, at) => (
        <td
          key={columnKey(column)}
          className={mergeClasses(styles.groupCell, alignOf(column) === 'end' && styles.end)}
        >
          {totals[named + at]}
        </td>
      ))}
      {first >= 0 && ends && <td className={styles.groupCell} />}
    </tr>
  );
}

export function GroupCard(props: GroupProps) {
  const { columns, total, styles } = props;
  return (
    <li className={styles.groupCard}>
      <GroupName {...props} card />
      <Totals columns={columns} total={total} className={styles.groupTotals} styles={styles} />
    </li>
  );
}

/** Totals that have no columns to stand in: each by its column's name. Nothing where there are none. */
function Totals({
  columns,
  total,
  className,
  styles,
}: Pick<GroupProps, 'columns' | 'total' | 'styles'> & { className: string }) {
  const named = columns.flatMap((column, at) => {
    const text = total(at);
    return text === '' ? [] : [{ key: columnKey(column), title: column.title, text }];
  });
  if (named.length === 0) return null;
  return (
    <dl className={className}>
      {named.map(({ key, title, text }) => (
        <div key={key} className={styles.totalPair}>
          <dt className={styles.totalName}>{title}</dt>
          <dd className={styles.totalText}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The totals of all rows, below the cards. */
export function CardFoot({
  label,
  ...shown
}: Pick<GroupProps, 'columns' | 'total' | 'styles'> & { label: string }) {
  return (
    <section className={shown.styles.cardFoot} aria-label={label}>
      <strong>{label}</strong>
      <Totals {...shown} className={shown.styles.totals} />
    </section>
  );
}

/** The opened details of a row: the table's children, with the row in their scope. */
export function Detail({
  row,
  rowKey,
  children,
  styles,
  onHeight,
}: {
  row: Row;
  rowKey: RowKey;
  children: ReactNode;
  styles: FullStyles;
  onHeight(height: number): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const tell = useRef(onHeight);
  useLayoutEffect(() => {
    tell.current = onHeight;
  });
  useLayoutEffect(() => {
    const outer = box.current?.parentElement;
    if (!outer) return undefined;
    const measure = () => tell.current(outer.offsetHeight);
    measure();
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.detailBody}>
      <RowScope row={row} rowKey={rowKey}>
        {children}
      </RowScope>
    </div>
  );
}

/** The totals of all rows, in their columns, below what scrolls. */
export function Foot({
  columns,
  lead,
  ends,
  pinned,
  total,
  label,
  styles,
}: {
  columns: readonly Column[];
  lead: number;
  ends: boolean;
  pinned: boolean;
  total(column: number): string;
  label: string;
  styles: FullStyles;
}) {
  return (
    <tfoot>
      <tr>
        {lead > 0 && <td className={styles.footCell} colSpan={lead} />}
        {columns.map((column, at) => (
          <td
            key={columnKey(column)}
            className={mergeClasses(
              styles.footCell,
              pinned && at === 0 && styles.footPinned,
              alignOf(column) === 'end' && styles.end,
              alignOf(column) === 'center' && styles.center,
            )}
          >
            {total(at) || (at === 0 ? label : '')}
          </td>
        ))}
        {ends && <td className={styles.footCell} style={{ padding: 0 }} />}
      </tr>
    </tfoot>
  );
}
