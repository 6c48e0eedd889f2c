import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { keyboardScroll } from '../focus/keyboard-scroll.ts';
import { moldeToken } from '../theme/tokens.ts';

/** A cell as a file holds it. */
export type ChartValue = string | number | boolean | null;

/** The values of a chart, for the table and for files. Rows are read one by one: few of many are ever shown. */
export interface ChartTableData {
  /** The first one names the rows. */
  columns: readonly { name: string; isFigure: boolean }[];
  count: number;
  /** The cells of a row as people read them. */
  texts(row: number): readonly string[];
  /** The cells of a row as a file holds them: figures are numbers. */
  values(row: number): readonly ChartValue[];
}

const useStyles = makeStyles({
  scroller: { flexGrow: 1, minHeight: 0, maxHeight: '100%', overflow: 'auto', padding: '2px' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase300 },
  head: {
    position: 'sticky',
    top: '-2px',
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  cell: {
    padding: '6px 8px',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    borderBottom: `1px solid ${moldeToken('colorNeutralStroke3')}`,
    overflowWrap: 'anywhere',
  },
  heading: { fontWeight: tokens.fontWeightSemibold },
  figure: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  note: {
    margin: 0,
    padding: '6px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** More rows would be a list to work with, which a table of the source is for. */
const maxRows = 500;

/** The values of a chart as a table. */
export function ChartTable({
  label,
  data,
  note,
}: {
  label: string;
  data: ChartTableData;
  /** Said where not all rows are shown. */
  note: (shown: number, total: number) => string;
}) {
  const styles = useStyles();
  const { columns, count } = data;
  const shown = Math.min(count, maxRows);
  const figureAt = (index: number) => columns[index]?.isFigure && styles.figure;
  return (
    <div ref={keyboardScroll} className={styles.scroller}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={index}
                scope="col"
                className={mergeClasses(styles.cell, styles.head, styles.heading, figureAt(index))}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, row) => (
            <tr key={row}>
              {data.texts(row).map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row" className={styles.cell}>
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={mergeClasses(styles.cell, figureAt(index))}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {count > shown && <p className={styles.note}>{note(shown, count)}</p>}
    </div>
  );
}
