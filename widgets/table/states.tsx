import { makeStyles, tokens } from '@fluentui/react-components';
import type { ComponentType, ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { SkeletonItem, ErrorNotice, LazyComponent, SkeletonGroup } from '../../src/ui/index.ts';
import type { LazySource } from '../../src/ui/index.ts';
import { columnKey, columnWidths, titleColumnOf } from './columns.ts';
import type { Column } from './columns.ts';

const useStyles = makeStyles({
  // Widths of columns refer to it.
  group: { containerType: 'inline-size' },
  row: {
    display: 'grid',
    alignItems: 'center',
    height: '34px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  cell: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minWidth: 0,
    padding: '0 8px',
    ':first-child': { paddingLeft: '16px' },
    ':last-child': { paddingRight: '16px' },
  },
  card: { display: 'flex', gap: '12px', padding: '12px 16px' },
  cardLines: { display: 'flex', flexDirection: 'column', gap: '8px', flexGrow: 1 },
  busy: {
    position: 'absolute',
    top: '35px',
    left: 0,
    right: 0,
    zIndex: 3,
    height: '2px',
    overflow: 'hidden',
    pointerEvents: 'none',
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      width: '30%',
      backgroundColor: tokens.colorBrandBackground,
      animationName: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(400%)' } },
      animationDuration: '1.5s',
      // A quick reply shows no bar.
      animationDelay: '300ms',
      animationFillMode: 'backwards',
      animationIterationCount: 'infinite',
    },
    '@media (prefers-reduced-motion: reduce)': { '::after': { animationName: 'none', width: '100%' } },
  },
});

/** Progress bar below the head while rows are loaded. */
export function BusyBar() {
  return <div className={useStyles().busy} />;
}

/** Widths of the bars, the same in each render. */
const widths = ['62%', '48%', '74%', '55%', '68%', '44%', '58%'];

/** Placeholder bars in the shape of rows, visible after 150 ms of loading. */
export function TableSkeleton({ columns, narrow }: { columns: readonly Column[]; narrow: boolean }) {
  const styles = useStyles();
  const t = useText();
  const tracks = columnWidths(columns, titleColumnOf(columns))
    .map((width) => (typeof width === 'number' ? `${width}px` : (width ?? 'minmax(0, 1fr)')))
    .join(' ');
  return (
    <SkeletonGroup label={t('widgets.frame.loading')} className={styles.group}>
      {Array.from({ length: narrow ? 6 : 10 }, (_, line) =>
        narrow ? (
          <div key={line} className={styles.card}>
            <SkeletonItem width={40} height={40} round />
            <div className={styles.cardLines}>
              <SkeletonItem width={widths[line % widths.length] ?? '60%'} height={14} />
              <SkeletonItem width="50%" />
              <SkeletonItem width="40%" />
            </div>
          </div>
        ) : (
          <div key={line} className={styles.row} style={{ gridTemplateColumns: tracks }}>
            {columns.map((column, at) => (
              <div key={columnKey(column)} className={styles.cell}>
                {column.cell === 'avatar' && <SkeletonItem width={24} height={24} round />}
                <SkeletonItem width={widths[(line + at * 3) % widths.length] ?? '60%'} />
              </div>
            ))}
          </div>
        ),
      )}
    </SkeletonGroup>
  );
}

interface LazyRowsProps<P> {
  source: LazySource<P>;
  /** Stands in their place until the code is there. */
  fallback: ReactNode;
  children: (Rows: ComponentType<P>) => ReactNode;
}

/** Rows whose code is loaded on demand: a placeholder until it is there, a notice with a retry when it fails to load. */
export function LazyRows<P extends object>({ source, fallback, children }: LazyRowsProps<P>) {
  const t = useText();
  return (
    <LazyComponent
      source={source}
      fallback={fallback}
      renderFailed={(retry) => (
        <ErrorNotice
          title={t('widgets.frame.failed.title')}
          retry={{ text: t('widgets.frame.retry'), onRetry: retry }}
        />
      )}
    >
      {children}
    </LazyComponent>
  );
}
