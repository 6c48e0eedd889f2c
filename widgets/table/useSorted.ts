import { useMemo } from 'react';
import { useLanguage } from '../../src/engine/react/index.ts';
import { filterRows, sortRows } from './order.ts';
import { orderField } from './view.ts';
import type { Order, TableSettings, TableView } from './view.ts';

/** The rows of a source that is all in memory, in the order that is asked for; null: as they are. */
export function useSorted(settings: TableSettings, view: TableView, order: Order | null): Uint32Array | null {
  const lang = useLanguage();
  const column =
    settings.paging === 'none' && order
      ? view.columns.findIndex((one) => one.sort && orderField(one) === order.field)
      : -1;
  const descending = order?.descending === true;
  return useMemo(() => {
    const settled = view.columns[column];
    if (!settled) return null;
    return sortRows(
      filterRows(view.rows.length, null),
      settled,
      descending,
      (row) => view.raw(column, row),
      (row) => view.text(column, row),
      new Intl.Collator(lang, { numeric: true }),
    );
  }, [view, column, descending, lang]);
}
