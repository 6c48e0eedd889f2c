import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ColumnChoice } from '../../../contracts/data-choice.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import {
  useFigureFormat,
  useFormat,
  useLanguage,
  useSourceState,
  useText,
  useTexts,
  columnValues,
} from '../../../engine/react/index.ts';
import { columnNames } from '../../data/columns.ts';
import { ErrorNotice, keyboardScroll, SkeletonGroup, SkeletonItem } from '../../../ui/index.ts';

const mostRows = 10;

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  scroll: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200, width: '100%' },
  head: {
    padding: '4px 8px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  cell: {
    padding: '4px 8px',
    maxWidth: '180px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  number: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
});

/** The first rows of a source, as it has them now. */
export function SampleRows({ source, columns }: { source: string; columns: readonly ColumnChoice[] }) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const format = useFormat();
  const figures = useFigureFormat();
  const isLoaded = useTexts('charts');
  const state = useSourceState(source);
  if (!isLoaded || state === null || state.status === 'loading' || state.status === 'idle')
    return (
      <SkeletonGroup label={t('widgets.frame.loading')}>
        <SkeletonItem height={96} />
      </SkeletonGroup>
    );
  if (state.status === 'error')
    return <ErrorNotice compact title={t('panel.data.sampleFailed')} text={state.error?.message ?? ''} />;
  if (state.status === 'missing') return <p className={styles.note}>{t('panel.data.sampleMissing')}</p>;
  if (state.rows.length === 0) return <p className={styles.note}>{t('panel.data.sampleEmpty')}</p>;
  const names = columnNames(columns, lang, t);
  const { record } = state;
  const shown = state.rows.slice(0, mostRows);
  const textOf = (value: Json | undefined, { name, type, unit }: ColumnChoice): string => {
    if (value === null || value === undefined) return '–';
    const named = typeof value === 'object' ? undefined : columnValues(record, name)?.[String(value)];
    if (named !== undefined) return named;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return t(value ? 'panel.yes' : 'panel.no');
    // A date that stands for a month is no day.
    if (unit !== null) return figures.period(value, unit);
    if (type === 'time' && typeof value === 'string') return format.datetime(value);
    if (type === 'date' && typeof value === 'string') return format.date(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <>
      <div ref={keyboardScroll} className={styles.scroll} role="region" aria-label={t('panel.data.sample')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={styles.head} title={column.name}>
                  {names.get(column.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // Rows have no key that is known here.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {columns.map((column) => {
                  const value = valueAt(row, column.name.split('.')) as Json | undefined;
                  const isNumber = typeof value === 'number';
                  return (
                    <td key={column.name} className={mergeClasses(styles.cell, isNumber && styles.number)}>
                      {textOf(value, column)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {t('panel.data.sampleCount', {
          shown: shown.length,
          count: Math.max(state.total, state.rows.length),
        })}
      </p>
    </>
  );
}
