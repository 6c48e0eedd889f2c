import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { SkeletonItem, SkeletonGroup } from '../../../ui/index.ts';
import type { WidgetData } from '../contract.ts';
import { useText } from '../hooks.ts';
import type { ListFilters } from './list-filters.ts';
import { NoRows } from './NoRows.tsx';
import type { EmptyTexts } from './NoRows.tsx';
import { MissingNotice, RefreshNotice, SourceNotice } from '../screen/notices.tsx';

const useStyles = makeStyles({
  root: { position: 'relative', minWidth: 0 },
  stale: { opacity: 0.6 },
  skeleton: { display: 'flex', flexDirection: 'column' },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    boxSizing: 'border-box',
    padding: '0 12px',
  },
});

/** Number of placeholder rows while rows load. */
const skeletonRows = 6;

function RowSkeleton({ height }: { height: number }) {
  const styles = useStyles();
  const t = useText();
  return (
    <SkeletonGroup label={t('widgets.frame.loading')} className={styles.skeleton}>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <div key={index} className={styles.bar} style={{ height }}>
          <SkeletonItem width={24} height={24} round />
          <SkeletonItem width={`${60 - (index % 3) * 12}%`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Renders the states of a widget that lists rows: loading, failed, missing, empty. `children` are the rows. */
export function RowsFrame({
  id,
  className,
  data,
  empty,
  emptyTitle,
  rowHeight,
  emptyContent,
  filters,
  children,
}: {
  id: string;
  className?: string;
  data: WidgetData;
  empty: EmptyTexts | undefined;
  emptyTitle: string;
  /** Height of a placeholder row, in pixels. */
  rowHeight: number;
  /** Rendered instead of the texts of `empty`. */
  emptyContent?: ReactNode;
  filters?: ListFilters;
  children: ReactNode;
}) {
  const styles = useStyles();
  const none = data.rows.length === 0;
  const loading = none && (data.status === 'loading' || (data.status === 'idle' && data.refreshing));
  const failed = data.status === 'error';
  const state = (() => {
    if (data.status === 'missing') return <MissingNotice />;
    if (failed && none)
      return <SourceNotice failure={data.error} busy={data.refreshing} retry={data.retry} />;
    if (loading) return <RowSkeleton height={rowHeight} />;
    if (!none) return null;
    return !filters?.active && emptyContent ? (
      emptyContent
    ) : (
      <NoRows empty={empty} title={emptyTitle} filters={filters ?? null} />
    );
  })();
  return (
    <div
      id={id}
      className={mergeClasses(styles.root, data.stale && styles.stale, className)}
      aria-busy={loading || data.refreshing}
    >
      {state ?? children}
      {!state && (
        <RefreshNotice failure={failed ? data.error : null} busy={data.refreshing} retry={data.retry} />
      )}
    </div>
  );
}
