import { TableHeader, TableHeaderCell, TableRow, mergeClasses } from '@fluentui/react-components';
import type { CSSProperties } from 'react';
import type { TableStyles } from './styles.ts';
import { columnWidths, orderField } from './view.ts';
import type { Column, Order } from './view.ts';

export const alignOf = (column: Column) => column.align ?? (column.cell === 'number' ? 'end' : 'start');

/** The sticky head. A sortable column's head is a button: first press ascending, next descending. */
export function Head({
  columns,
  titleColumn,
  order,
  styles,
  onOrder,
}: {
  columns: readonly Column[];
  titleColumn: number;
  order: Order | null;
  styles: TableStyles;
  onOrder(column: Column): void;
}) {
  const widths = columnWidths(columns, titleColumn);
  return (
    <TableHeader>
      <TableRow>
        {columns.map((column, index) => {
          const align = alignOf(column);
          const sorted = column.sort && order?.field === orderField(column);
          const width = widths[index];
          const style: CSSProperties | undefined = width === undefined ? undefined : { width };
          return (
            <TableHeaderCell
              key={column.id ?? column.field}
              data-key={column.id ?? column.field}
              scope="col"
              className={mergeClasses(
                styles.head,
                align === 'end' && styles.headEnd,
                align === 'center' && styles.headCenter,
              )}
              {...(style ? { style } : {})}
              sortable={column.sort === true}
              {...(sorted ? { sortDirection: order.descending ? 'descending' : 'ascending' } : {})}
              {...(column.sort ? { onClick: () => onOrder(column) } : {})}
            >
              {column.title}
            </TableHeaderCell>
          );
        })}
      </TableRow>
    </TableHeader>
  );
}
