import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useBinding } from '../../src/engine/react/index.ts';
import type { WidgetData } from '../../src/engine/react/index.ts';
import type { ListSettings } from './view.ts';

export interface Pages {
  /** The source has more rows than are loaded. */
  more: boolean;
  next(): void;
}

/** Loads further pages of a growing list: on request, and with `endless` as the end of the list comes into view. */
export function usePages(
  settings: ListSettings,
  data: WidgetData,
  end: RefObject<HTMLElement | null>,
): Pages {
  const [value, setPage] = useBinding(settings.page ?? 'state.page');
  const page = typeof value === 'number' && value >= 1 ? value : 1;
  const [requested, setRequested] = useState<{ page: number; rows: number } | null>(null);
  const growing = settings.paging === 'more' || settings.paging === 'endless';
  const settled = data.status === 'ready' && !data.refreshing;
  // After a page without rows there are no more, even if the total is higher.
  const ended = settled && requested?.page === page && requested.rows === data.rows.length;
  const more = growing && data.rows.length < data.total && !ended;
  const next = useCallback(() => {
    if (!more || !settled) return;
    setRequested({ page: page + 1, rows: data.rows.length });
    setPage(page + 1);
  }, [more, settled, page, data.rows.length, setPage]);
  const endless = settings.paging === 'endless' && more && settled;
  useEffect(() => {
    const target = end.current;
    if (!endless || !target || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) next();
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [endless, next, end]);
  return { more, next };
}
