import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { alignOf, columnKey, orderField } from './columns.ts';
import type { Column, Order } from './columns.ts';
import type { TableStyles } from './styles.ts';

/** A column of the table's own before those of the definition, such as the one of checkboxes. */
export interface LeadColumn {
  key: string;
  /** In pixels. */
  width: number;
  /** Distance from the table's edge while the rest scrolls sideways, in pixels. */
  left: number;
  head(): ReactNode;
  cell(row: number, flags: number): ReactNode;
}

interface HeadProps {
  columns: readonly Column[];
  lead: readonly LeadColumn[];
  widths: readonly (number | string | undefined)[];
  /** Name of the column with the rows' actions; null: rows have none. */
  actions: string | null;
  order: Order | null;
  styles: TableStyles;
  /** The first column stays in view while the rest scrolls sideways. */
  pinned: boolean;
  resizeHandle: ((column: Column) => ReactNode) | null;
  onOrder(column: Column): void;
}

/** The sticky head. A sortable column's head is a button: first press ascending, next descending. */
export function Head(props: HeadProps) {
  const { columns, lead, widths, actions, order, styles, pinned, resizeHandle, onOrder } = props;
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
                pinned &&
                  actions !== null &&
                  index > 0 &&
                  index === columns.length - 1 &&
                  styles.pinnedLastHead,
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
              {resizeHandle?.(column)}
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
