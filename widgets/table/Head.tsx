import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { TableStyles } from './styles.ts';
import { alignOf, columnKey, columnWidths, orderField } from './view.ts';
import type { Column, Order } from './view.ts';

/** A column before those of the definition, for what the table itself puts there (a checkbox). */
export interface LeadColumn {
  key: string;
  /** Pixels. */
  width: number;
  /** Pixels before it: where it stays while the rest scrolls sideways. */
  left: number;
  head(): ReactNode;
  cell(row: number, mark: number): ReactNode;
}

export interface HeadProps {
  columns: readonly Column[];
  lead: readonly LeadColumn[];
  titleColumn: number;
  /** Rows end in their actions. */
  actions: string | null;
  order: Order | null;
  styles: TableStyles;
  /** The first column stays in sight. */
  pinned: boolean;
  /** What stands at the end of a column's head: the grip of its width. */
  grip: ((column: Column) => ReactNode) | null;
  onOrder(column: Column): void;
}

/** The sticky head. A sortable column's head is a button: first press ascending, next descending. */
export function Head(props: HeadProps) {
  const { columns, lead, titleColumn, actions, order, styles, pinned, grip, onOrder } = props;
  const taken = lead.reduce((sum, column) => sum + column.width, 0);
  const widths = columnWidths(columns, titleColumn, taken);
  return (
    <thead>
      <tr data-line="-1" aria-rowindex={1}>
        {lead.map(({ key, width, left, head }) => (
          <th
            key={key}
            scope="col"
            className={mergeClasses(styles.head, styles.lead, pinned && styles.pinnedHead)}
            style={pinned ? { width, left } : { width }}
          >
            {head()}
          </th>
        ))}
        {columns.map((column, index) => {
          const align = alignOf(column);
          const sorted = column.sort && order?.field === orderField(column);
          const width = widths[index];
          return (
            <th
              key={columnKey(column)}
              data-key={columnKey(column)}
              scope="col"
              className={mergeClasses(
                styles.head,
                align === 'end' && styles.end,
                align === 'center' && styles.center,
                index === columns.length - 1 && styles.lastCell,
                pinned && index === 0 && styles.pinnedHead,
              )}
              {...(width === undefined ? {} : { style: { width } })}
              {...(sorted ? { 'aria-sort': order.descending ? 'descending' : 'ascending' } : {})}
            >
              {column.sort ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.headButton}
                  onClick={() => onOrder(column)}
                >
                  <span className={styles.ellipsis}>{column.title}</span>
                  {sorted && <span aria-hidden="true">{order.descending ? '↓' : '↑'}</span>}
                </button>
              ) : (
                <span className={styles.ellipsis}>{column.title}</span>
              )}
              {grip?.(column)}
            </th>
          );
        })}
        {actions !== null && (
          <th scope="col" className={mergeClasses(styles.head, styles.endHead)}>
            <span className={styles.hidden}>{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
