import { useMemo } from 'react';
import type { HeatMapProps } from '../../src/engine/core/index.ts';
import {
  ChartFrame,
  columnValues,
  figureSettings,
  toScalar,
  useBinding,
  useCategoryName,
  useChartTexts,
  useFigureFormat,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { ChartFilter, ChartPoint, WidgetProps } from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createHeatMap, legendOf } from './heat-map-cells.ts';
import { createDrawing } from './option.ts';

function LoadedHeatMap({ id, props, data, fire, listens }: WidgetProps<HeatMapProps>) {
  const t = useText();
  const format = useFigureFormat();
  const { bind, rowBind, unit } = props;
  const selectable = listens('select') || bind !== undefined || rowBind !== undefined;
  const texts = useChartTexts(selectable, format);
  const columnName = useCategoryName(unit, props.map, format, columnValues(data.record, props.column));
  const rowName = useCategoryName(
    undefined,
    props.rowMap ?? props.map,
    format,
    columnValues(data.record, props.row),
  );
  const [chosenColumn] = useBinding(bind);
  const [chosenRow] = useBinding(rowBind);
  const settings = useMemo(() => figureSettings(props), [props]);
  const model = useMemo(
    () =>
      createHeatMap(props, data.rows, {
        column: columnName,
        row: rowName,
        others: t('charts.others'),
      }),
    [props, data.rows, columnName, rowName, t],
  );
  const { columns, rows, cells, grid, steps } = model;
  const measure = props.valueLabel || props.value;
  const columnLabel = props.columnLabel || t('charts.column');
  const rowLabel = props.rowLabel || t('charts.row');
  const drawing = useMemo(
    () =>
      createDrawing({
        model,
        format,
        settings,
        shortColumn: (index) => {
          const column = columns[index];
          if (!column) return '';
          return unit ? format.shortPeriod(column.raw, unit, columns.length <= 12) : column.text;
        },
        measure,
        selectable,
        hasLabels: props.labels !== 'never',
        chosen: { column: toScalar(chosenColumn), row: toScalar(chosenRow) },
      }),
    [model, columns, format, settings, unit, measure, selectable, props.labels, chosenColumn, chosenRow],
  );
  const table = useMemo(
    () =>
      rows.length === 0
        ? null
        : {
            columns: [
              { name: rowLabel, isFigure: false },
              ...columns.map(({ text }) => ({ name: text, isFigure: true })),
            ],
            count: rows.length,
            texts: (row: number) => [
              rows[row]!.text,
              ...grid[row]!.map((cell) => format.value(cell?.value ?? null, settings)),
            ],
            values: (row: number) => [rows[row]!.text, ...grid[row]!.map((cell) => cell?.value ?? null)],
          },
    [rows, columns, grid, rowLabel, format, settings],
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
    const place = ({ row, column }: typeof first) =>
      t('charts.at', { first: rows[row]!.text, second: columns[column]!.text });
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

  const filters: ChartFilter[] = [
    ...(bind ? [{ bind, of: 'category' as const, name: columnLabel, nameOf: columnName }] : []),
    ...(rowBind ? [{ bind: rowBind, of: 'series' as const, name: rowLabel, nameOf: rowName }] : []),
  ];
  return (
    <ChartFrame
      id={id}
      props={props}
      fire={fire}
      listens={listens}
      defaultHeight={280}
      icon="grid"
      format={format}
      texts={texts}
      problem={model.problem}
      isEmpty={cells.length === 0}
      summary={summary}
      counts={rows.map(() => columns.length)}
      say={({ series, index }) => {
        const cell = grid[series]?.[index];
        return t('charts.point', {
          category: columns[index]?.text ?? '',
          series: rows[series]?.text ?? '',
          value: cell ? format.value(cell.value, settings) : t('charts.noValue'),
          index: format.count(index + 1),
          count: format.count(columns.length),
        });
      }}
      point={point}
      unit={unit}
      filters={filters}
      table={table}
      drawing={drawing}
      legend={legend}
    />
  );
}

/** Figures by two categories, as cells coloured by steps. */
export default function HeatMap(widget: WidgetProps<HeatMapProps>) {
  return useTexts('charts') && <LoadedHeatMap {...widget} />;
}
