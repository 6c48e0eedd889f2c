import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../../src/engine/react/index.ts';
import type * as Sorter from './full/order.ts';
import { orderField } from './view.ts';
import type { Order, TableSettings, TableView } from './view.ts';

let sorter: typeof Sorter | null = null;

/**
 * The rows of a source that is all in memory, in the order that is asked for; null: as they are. The code comes once the
 * rows stand, so that the first press on a head finds it there; until then they stand as they came.
 */
export function useSorted(settings: TableSettings, view: TableView, order: Order | null): Uint32Array | null {
  const lang = useLanguage();
  const column =
    settings.paging === 'none' && order
      ? view.columns.findIndex((one) => one.sort && orderField(one) === order.field)
      : -1;
  const wanted = column >= 0;
  const sortable = settings.paging === 'none' && view.columns.some((one) => one.sort);
  const [ready, setReady] = useState(sorter);
  useEffect(() => {
    if (!sortable || ready) return;
    import('./full/order.ts').then(
      (module) => {
        sorter = module;
        setReady(module);
      },
      // The rows stay as they came; the next press on a head tries again.
      () => undefined,
    );
  }, [sortable, wanted, ready, order]);
  const descending = order?.descending === true;
  return useMemo(() => {
    const settled = view.columns[column];
    if (!settled || !ready) return null;
    return ready.sortRows(
      ready.filterRows(view.rows.length, null),
      settled,
      descending,
      (row) => view.raw(column, row),
      (row) => view.text(column, row),
      new Intl.Collator(lang, { numeric: true }),
    );
  }, [ready, view, column, descending, lang]);
}
