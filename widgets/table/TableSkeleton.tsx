import { makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { SkeletonItem, SkeletonGroup } from '../../src/ui/index.ts';
import { columnKey, leastWidth } from './view.ts';
import type { Column } from './view.ts';

const useStyles = makeStyles({
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
  lines: { display: 'flex', flexDirection: 'column', gap: '8px', flexGrow: 1 },
});

/** Widths that vary like words do, the same each time. */
const widths = ['62%', '48%', '74%', '55%', '68%', '44%', '58%'];

/** Grey bars in the shape of the rows that are coming, shown after 150 ms. */
export function TableSkeleton({ columns, narrow }: { columns: readonly Column[]; narrow: boolean }) {
  const styles = useStyles();
  const t = useText();
  const tracks = columns
    .map((column) => (column.width ? `${column.width}px` : `minmax(0, ${leastWidth(column)}fr)`))
    .join(' ');
  const lines = Array.from({ length: narrow ? 6 : 10 }, (_, index) => index);
  return (
    <SkeletonGroup label={t('widgets.frame.loading')}>
      {lines.map((line) =>
        narrow ? (
          <div key={line} className={styles.card}>
            <SkeletonItem width={40} height={40} round />
            <div className={styles.lines}>
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
