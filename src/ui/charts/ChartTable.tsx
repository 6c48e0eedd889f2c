import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { keyboardScroll } from '../keyboard-scroll.ts';
import { moldeToken } from '../theme/tokens.ts';

export interface ChartTableData {
  /** The first one names the rows; the others are figures. */
  columns: readonly string[];
  /** At most `maxTableRows`. */
  rows: readonly (readonly string[])[];
  total: number;
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
export const maxTableRows = 500;

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
  const { columns, rows, total } = data;
  return (
    <div ref={keyboardScroll} className={styles.scroller}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={index}
                scope="col"
                className={mergeClasses(styles.cell, styles.head, styles.heading, index > 0 && styles.figure)}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row" className={styles.cell}>
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={mergeClasses(styles.cell, styles.figure)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className={styles.note}>{note(rows.length, total)}</p>}
    </div>
  );
}
