import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ChildData, NodeData } from '../../src/engine/react/index.ts';
import { isRestOf, useFigureFormat, useFormat, useText, useTexts } from '../../src/engine/react/index.ts';
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

/** Names of the fields of rows: the columns of a dataset, else those with a label first, in their order. */
function fieldsOf({ rows, columns }: NodeData, labels: ReadonlyMap<string, string>): string[] {
  if (columns.length > 0) return columns.map(({ name }) => name);
  const present = new Set(rows.slice(0, mostRows).flatMap((row) => Object.keys(row)));
  return [
    ...[...labels.keys()].filter((name) => present.has(name)),
    ...[...present].filter((name) => !labels.has(name)),
  ];
}

type Row = NodeData['rows'][number];

/** Writes values as figures do. */
function useCellText(columns: NodeData['columns']): (row: Row, field: string) => string {
  const t = useText();
  const figures = useFigureFormat();
  const format = useFormat();
  const byName = new Map(columns.map((column) => [column.name, column]));
  return (row, field) => {
    const value = row[field];
    const { type, unit, values } = byName.get(field) ?? { type: 'text', unit: null };
    if (isRestOf(row, field)) return t('charts.others');
    if (value === undefined || value === null) return type === 'number' ? '–' : t('charts.blank');
    const named = typeof value === 'object' ? undefined : values?.[String(value)];
    if (named !== undefined) return named;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return t(value ? 'widgets.value.yes' : 'widgets.value.no');
    if (unit !== null) return figures.period(value, unit);
    if (type === 'time' && typeof value === 'string') return format.datetime(value);
    if (type === 'date' && typeof value === 'string') return format.date(value);
    return typeof value === 'object' ? JSON.stringify(value) : value;
  };
}

function Rows({ data, labels }: { data: NodeData; labels: ReadonlyMap<string, string> }) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const text = useCellText(data.columns);
  const { rows, total, error } = data;
  if (error && rows.length === 0)
    return <ErrorNotice title={t('widgets.frame.failed.title')} text={error.message} />;
  if (rows.length === 0)
    return <EmptyState icon="list" tone="neutral" title={t('widgets.frame.empty.dashboard')} />;
  const fields = fieldsOf(data, labels);
  const titles = new Map(data.columns.map(({ name, title }) => [name, title]));
  const numbers = new Set(fields.filter((field) => rows.some((row) => typeof row[field] === 'number')));
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
                <th
                  key={field}
                  scope="col"
                  className={mergeClasses(styles.head, numbers.has(field) && styles.number)}
                >
                  {labels.get(field) ?? titles.get(field) ?? field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                {fields.map((field) => (
                  <td key={field} className={mergeClasses(styles.cell, numbers.has(field) && styles.number)}>
                    {text(row, field)}
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
  const hasTexts = useTexts('charts');
  const title = child.title();
  const labels = child.labels();
  return (
    <TileDialog
      title={title === '' ? t('views.tile.rows') : t('views.rows.title', { title })}
      onClose={onClose}
    >
      {hasTexts && child.data().map((data) => <Rows key={data.id} data={data} labels={labels} />)}
    </TileDialog>
  );
}
