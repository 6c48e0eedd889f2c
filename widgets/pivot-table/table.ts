import type { PivotTableProps } from '../../src/engine/core/index.ts';
import { figureSettings } from '../../src/engine/react/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import type { ChartTableData } from '../../src/ui/index.ts';
import { figureAt } from './Lines.tsx';
import type { LineContext } from './Lines.tsx';
import { linesOf } from './pivot.ts';
import type { PivotNode } from './pivot.ts';

const closed: ReadonlySet<string> = new Set();

/** All lines with the groups that they are in, whatever is open: what files hold. */
export function tableOf(context: LineContext, fields: Resolved<PivotTableProps>['rows']): ChartTableData {
  const { pivot, measures, nameOf, total, format } = context;
  const nodes: PivotNode[] = linesOf(pivot.roots, closed, true).map(({ node }) => node);
  if (pivot.total) nodes.push(pivot.total);
  const cells = pivot.columns.flatMap((column) => measures.map((measure) => ({ column, measure })));
  const columnName = ({ column, measure }: (typeof cells)[number]): string => {
    const names = column.path.map(nameOf);
    const isNamed = measures.length > 1 || pivot.columns.length === 1;
    if (names.length === 0 && pivot.columns.length > 1) names.push(total);
    return [...names, ...(isNamed ? [measure.label || measure.field] : [])].join(', ');
  };
  // A line that stands for a group has no values of the fields below it.
  const headsOf = ({ path }: PivotNode): string[] =>
    fields.map((_, level) => {
      const header = path[level];
      return header ? nameOf(header) : level === 0 ? total : '';
    });
  return {
    columns: [
      ...fields.map(({ label, field }) => ({ name: label || field, isFigure: false })),
      ...cells.map((cell) => ({ name: columnName(cell), isFigure: true })),
    ],
    count: nodes.length,
    texts: (row) => [
      ...headsOf(nodes[row]!),
      ...cells.map(({ column, measure }) => {
        const found = figureAt(context, nodes[row]!, column, measure);
        return found ? format.value(found.value, figureSettings(measure)) : '';
      }),
    ],
    values: (row) => [
      ...headsOf(nodes[row]!),
      ...cells.map(({ column, measure }) => figureAt(context, nodes[row]!, column, measure)?.value ?? null),
    ],
  };
}
