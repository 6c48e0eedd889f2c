import { makeStyles } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { Choice } from '../../src/ui/index.ts';
import { orderField, orderText, parseOrder } from './columns.ts';
import type { Column, Order } from './columns.ts';
import { Range } from './Pager.tsx';
import type { PagerProps } from './Pager.tsx';
import { focusRing } from './styles.ts';

const coarse = '@media (pointer: coarse)';

const useStyles = makeStyles({
  order: {
    width: 'auto',
    height: '28px',
    marginInlineStart: '-4px',
    paddingInlineStart: '4px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    ':focus': { boxShadow: 'none' },
    ':focus-visible': focusRing,
    [coarse]: { height: '44px' },
  },
});

/** Content of the bar above the cards: selects the order, as cards have no heads to press, and shows the range of rows on the page. */
export function CardsHead({
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
  const isListed = sortable.some((column) => orderField(column) === order?.field);
  const current = order && isListed ? orderText(order) : '';
  const orders = sortable.flatMap((column) =>
    [false, true].map((descending) => ({
      value: orderText({ field: orderField(column), descending }),
      label: t(descending ? 'widgets.table.sortedDescending' : 'widgets.table.sortedAscending', {
        column: column.title,
      }),
    })),
  );
  return (
    <>
      {sortable.length > 0 ? (
        <Choice
          className={styles.order}
          aria-label={t('widgets.table.order')}
          value={current}
          {...(!isListed && { placeholder: t('widgets.table.order') })}
          options={orders}
          onChange={(value) => {
            const next = parseOrder(value);
            if (next) onOrder(next);
          }}
        />
      ) : (
        <span />
      )}
      {paging && (
        <span role="status">
          <Range {...paging} />
        </span>
      )}
    </>
  );
}
