import { makeStyles, tokens } from '@fluentui/react-components';
import type { Json } from '../../src/contracts/json.ts';
import type { ChildData, NodeData } from '../../src/engine/react/index.ts';
import { useFigureFormat, useText } from '../../src/engine/react/index.ts';
import { EmptyState, ErrorNotice, keyboardScroll, moldeToken } from '../../src/ui/index.ts';
import { TileDialog } from './TileDialog.tsx';

/** Rows that the table shows. */
const mostRows = 500;

const useStyles = makeStyles({
  scroller: {
    overflow: 'auto',
    maxHeight: '60dvh',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: { borderCollapse: 'collapse', width: '100%', fontVariantNumeric: 'tabular-nums' },
  head: {
    position: 'sticky',
    top: 0,
    padding: '8px 12px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  cell: {
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  number: { textAlign: 'end' },
  count: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** Names of the fields of rows, those with a label first, in their order. */
function fieldsOf(rows: NodeData['rows'], labels: ReadonlyMap<string, string>): string[] {
  const present = new Set(rows.slice(0, mostRows).flatMap((row) => Object.keys(row)));
  return [
    ...[...labels.keys()].filter((name) => present.has(name)),
    ...[...present].filter((name) => !labels.has(name)),
  ];
}

const isNumber = (value: Json | undefined): boolean => typeof value === 'number';

function Rows({ data, labels }: { data: NodeData; labels: ReadonlyMap<string, string> }) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const { rows, total, error } = data;
  if (error && rows.length === 0)
    return <ErrorNotice title={t('widgets.frame.failed.title')} text={error.message} />;
  if (rows.length === 0)
    return <EmptyState icon="list" tone="neutral" title={t('widgets.frame.empty.dashboard')} />;
  const fields = fieldsOf(rows, labels);
  const text = (value: Json | undefined): string => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'number') return format.count(value);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const shown = rows.slice(0, mostRows);
  return (
    <>
      <p className={styles.count}>
        {t('views.rows.count', {
          shown: format.count(shown.length),
          total: format.count(total),
          count: total,
        })}
      </p>
      <div ref={keyboardScroll} className={styles.scroller} role="region" aria-label={t('views.tile.rows')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col" className={styles.head}>
                  {labels.get(field) ?? field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                {fields.map((field) => (
                  <td key={field} className={`${styles.cell} ${isNumber(row[field]) ? styles.number : ''}`}>
                    {text(row[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The rows behind a tile as a table, as they are loaded. */
export default function RowsDialog({ child, onClose }: { child: ChildData; onClose(): void }) {
  const t = useText();
  const title = child.title();
  const labels = child.labels();
  return (
    <TileDialog
      title={title === '' ? t('views.tile.rows') : t('views.rows.title', { title })}
      onClose={onClose}
    >
      {child.data().map((data) => (
        <Rows key={data.id} data={data} labels={labels} />
      ))}
    </TileDialog>
  );
}
