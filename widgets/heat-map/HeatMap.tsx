import { useMemo } from 'react';
import type { HeatMapProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, toScalar } from '../../src/engine/react/index.ts';
import type {
  ChartColumn,
  ChartInput,
  ChartPoint,
  Resolved,
  ShownChart,
} from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createHeatMap, legendOf } from './heat-map-cells.ts';
import { createDrawing } from './option.ts';

function useHeatMap({
  props,
  data,
  t,
  format,
  settings,
  selectable,
  category: column,
  series: row,
}: ChartInput<Resolved<HeatMapProps>>): ShownChart {
  const { unit } = props;
  const model = useMemo(
    () =>
      createHeatMap(props, data.rows, {
        column: column.nameOf,
        row: row.nameOf,
        others: t('charts.others'),
      }),
    [props, data.rows, column.nameOf, row.nameOf, t],
  );
  const { columns, rows, cells, grid, steps } = model;
  const measure = props.valueLabel || props.value;
  const drawing = useMemo(
    () =>
      createDrawing({
        model,
        format,
        settings,
        shortColumn: (index) => {
          const at = columns[index];
          if (!at) return '';
          return unit ? format.shortPeriod(at.raw, unit, columns.length <= 12) : at.text;
        },
        measure,
        selectable,
        hasLabels: props.labels !== 'never',
        chosen: { column: column.chosen, row: row.chosen },
      }),
    [model, columns, format, settings, unit, measure, selectable, props.labels, column.chosen, row.chosen],
  );
  const table = useMemo(
    () =>
      chartTable(
        rows.map(({ text }, at) => ({ text, cells: grid[at]! })),
        [
          { name: row.label, value: ({ text }) => text },
          ...columns.map(({ text }, at): ChartColumn<{ text: string; cells: (typeof grid)[number] }> => ({
            name: text,
            value: ({ cells: all }) => all[at]?.value ?? null,
            text: ({ cells: all }) => format.value(all[at]?.value ?? null, settings),
          })),
        ],
      ),
    [rows, columns, grid, row.label, format, settings],
  );
  const legend = useMemo(
    () =>
      legendOf(steps, cells).map(({ from, to }, index) => ({
        name:
          from === to
            ? format.short(from, settings)
            : t('charts.map.range', { from: format.short(from, settings), to: format.short(to, settings) }),
        color: null,
        scale: { step: index, count: steps.length },
      })),
    [steps, cells, format, settings, t],
  );
  const placeOf = (cell: (typeof cells)[number]) =>
    t('charts.at', { first: rows[cell.row]!.text, second: columns[cell.column]!.text });
  const summary = useMemo(() => {
    const [first] = cells;
    if (!first) return t('charts.summary.empty');
    const highest = cells.reduce((best, cell) => (cell.value > best.value ? cell : best), first);
    const lowest = cells.reduce((best, cell) => (cell.value < best.value ? cell : best), first);
    const place = (cell: typeof first) =>
      t('charts.at', { first: rows[cell.row]!.text, second: columns[cell.column]!.text });
    return t('charts.summary.cells', {
      count: format.count(cells.length),
      series: measure,
      highest: format.value(highest.value, settings),
      highestAt: place(highest),
      lowest: format.value(lowest.value, settings),
      lowestAt: place(lowest),
    });
  }, [cells, rows, columns, measure, format, settings, t]);

  function point({ series, index }: ChartPosition): ChartPoint | null {
    const cell = grid[series]?.[index];
    if (!cell?.source) return null;
    return {
      category: toScalar(columns[index]!.raw),
      label: placeOf(cell),
      series: toScalar(rows[series]!.raw),
      value: cell.value,
      row: cell.source,
    };
  }

  return {
    problem: model.problem,
    isEmpty: cells.length === 0,
    summary,
    counts: rows.map(() => columns.length),
    say: ({ series, index }) => {
      const cell = grid[series]?.[index];
      return t('charts.point', {
        category: columns[index]?.text ?? '',
        series: rows[series]?.text ?? '',
        value: cell ? format.value(cell.value, settings) : t('charts.noValue'),
        index: format.count(index + 1),
        count: format.count(columns.length),
      });
    },
    point,
    unit,
    table,
    drawing,
    legend,
  };
}

/** Figures by two categories, as cells coloured by steps. */
export default defineChart<Resolved<HeatMapProps>>({
  icon: 'grid',
  defaultHeight: 280,
  category: ({ props: { column, columnLabel, bind, map, unit }, t }) => ({
    field: column,
    bind,
    map,
    unit,
    label: columnLabel || t('charts.column'),
  }),
  series: ({ props: { row, rowLabel, rowBind, rowMap, map }, t }) => ({
    field: row,
    bind: rowBind,
    map: rowMap ?? map,
    label: rowLabel || t('charts.row'),
  }),
  useChart: useHeatMap,
});
