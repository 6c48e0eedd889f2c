import { makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { Range } from './Pager.tsx';
import type { PagerProps } from './Pager.tsx';
import { orderField } from './view.ts';
import type { Column, Order } from './view.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '32px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  order: {
    // As wide as the chosen words, where the browser can.
    fieldSizing: 'content',
    minWidth: 0,
    minHeight: '24px',
    marginInlineStart: '-4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    textOverflow: 'ellipsis',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

/** Above the cards: what they are sorted by (cards have no heads to press) and which of how many are shown. */
export function NarrowHead({
  columns,
  order,
  paging,
  onOrder,
}: {
  columns: readonly Column[];
  order: Order | null;
  paging: Pick<PagerProps, 'page' | 'perPage' | 'total'> | null;
  onOrder(order: Order): void;
}) {
  const styles = useStyles();
  const t = useText();
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0 && !paging) return null;
  const current = order ? `${order.field}_${order.descending ? 'desc' : 'asc'}` : '';
  return (
    <div className={styles.root}>
      {sortable.length > 0 ? (
        <select
          className={styles.order}
          aria-label={t('widgets.table.order')}
          value={current}
          onChange={(event) => {
            const value = event.currentTarget.value;
            onOrder({ field: value.replace(/_(asc|desc)$/, ''), descending: value.endsWith('_desc') });
          }}
        >
          {!sortable.some((column) => orderField(column) === order?.field) && (
            <option value={current}>{t('widgets.table.order')}</option>
          )}
          {sortable.flatMap((column) =>
            (['asc', 'desc'] as const).map((direction) => (
              <option key={`${orderField(column)}_${direction}`} value={`${orderField(column)}_${direction}`}>
                {t(direction === 'asc' ? 'widgets.table.sortedAscending' : 'widgets.table.sortedDescending', {
                  column: column.title,
                })}
              </option>
            )),
          )}
        </select>
      ) : (
        <span />
      )}
      {paging && (
        <span role="status">
          <Range {...paging} />
        </span>
      )}
    </div>
  );
}
