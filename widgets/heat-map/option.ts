import type { FigureFormat, FigureSettings, Scalar } from '../../src/engine/react/index.ts';
import { chartScaleOf, textWidth, tooltipBase, tooltipContent } from '../../src/ui/index.ts';
import type { ChartDrawing } from '../../src/ui/index.ts';
import type { HeatMapModel } from './heat-map-cells.ts';

interface DrawingInput {
  model: HeatMapModel;
  format: FigureFormat;
  settings: FigureSettings;
  /** Name of a column on its axis. */
  shortColumn(index: number): string;
  measure: string;
  selectable: boolean;
  hasLabels: boolean;
  chosen: { column: Scalar; row: Scalar };
}

/** Share of the width up to which names of rows grow. */
const nameShare = 0.36;
/** Heights of the names of columns below the cells, and of a line of text, in pixels. */
const axisHeight = 22;
const lineHeight = 14;
/** Cells up to this number have their figures in them, where these fit. */
const maxLabels = 400;

/** Drawing of the library for a model: cells of equal size, the first row on top. */
export function createDrawing({
  model,
  format,
  settings,
  shortColumn,
  measure,
  selectable,
  hasLabels,
  chosen,
}: DrawingInput): ChartDrawing {
  const { columns, rows, cells, grid, steps } = model;
  const indexes = new Map(cells.map((cell, index) => [cell, index]));
  return {
    parts: ['heat-map'],
    marks: cells.length,
    markOf: ({ series, index }) => {
      const cell = grid[series]?.[index];
      return cell ? { seriesIndex: 0, dataIndex: indexes.get(cell)! } : null;
    },
    positionOf: ({ dataIndex }) => {
      const cell = cells[dataIndex];
      return cell ? { series: cell.row, index: cell.column } : null;
    },
    option: (theme, { width, height }) => {
      const font = `12px ${theme.fontFamily}`;
      const names = rows.length <= 60 ? Math.max(0, ...rows.map(({ text }) => textWidth(text, font))) : 0;
      const left = Math.min(Math.ceil(names) + 14, Math.round(width * nameShare));
      const cellWidth = (width - left) / Math.max(1, columns.length);
      const cellHeight = (height - axisHeight) / Math.max(1, rows.length);
      const labelOf = (value: number) => format.short(value, settings);
      const isLabelled =
        hasLabels &&
        cells.length <= maxLabels &&
        cellHeight > lineHeight + 4 &&
        cells.every(({ value }) => textWidth(labelOf(value), `11px ${theme.fontFamily}`) + 6 < cellWidth);
      const isDimmed = (cell: (typeof cells)[number]) =>
        (chosen.column !== null && chosen.column !== columns[cell.column]!.raw) ||
        (chosen.row !== null && chosen.row !== rows[cell.row]!.raw);
      const axis = {
        type: 'category' as const,
        axisLine: { show: false },
        axisTick: { show: false },
        splitArea: { show: false },
      };
      // A gap of the background between cells, as long as they are larger than it.
      const gap = Math.min(cellWidth, cellHeight) > 8 ? 1 : 0;
      return {
        grid: { left, right: 0, top: 0, bottom: axisHeight, outerBoundsMode: 'none' },
        xAxis: {
          ...axis,
          data: columns.map((_, index) => index),
          axisLabel: {
            color: theme.text,
            fontSize: 11,
            hideOverlap: true,
            formatter: (index: string) => shortColumn(Number(index)),
          },
        },
        yAxis: {
          ...axis,
          inverse: true,
          data: rows.map((_, index) => index),
          axisLabel: {
            color: theme.text,
            fontSize: 12,
            // As many names as have a line of their own.
            interval: Math.max(0, Math.ceil(lineHeight / Math.max(1, cellHeight)) - 1),
            width: left - 10,
            overflow: 'truncate',
            formatter: (index: string) => rows[Number(index)]?.text ?? '',
          },
        },
        visualMap: {
          type: 'piecewise',
          show: false,
          dimension: 3,
          pieces: steps.map((_, index) => ({
            value: index,
            color: chartScaleOf(theme, index, steps.length).background,
          })),
        },
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'item',
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const cell = cells[dataIndex];
            if (!cell) return '';
            return tooltipContent(`${rows[cell.row]!.text}, ${columns[cell.column]!.text}`, [
              {
                color: chartScaleOf(theme, cell.step, steps.length).background,
                name: measure,
                value: format.value(cell.value, settings),
              },
            ]);
          },
        },
        series: [
          {
            type: 'heatmap',
            cursor: selectable ? 'pointer' : 'default',
            data: cells.map((cell) => ({
              value: [cell.column, cell.row, cell.value, cell.step],
              ...(isDimmed(cell) && { itemStyle: { opacity: 0.25 } }),
              ...(isLabelled && {
                label: { color: chartScaleOf(theme, cell.step, steps.length).text },
              }),
            })),
            label: {
              show: isLabelled,
              fontSize: 11,
              formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(cells[dataIndex]!.value),
            },
            itemStyle: { borderColor: theme.background, borderWidth: gap, borderRadius: gap * 2 },
            emphasis: { itemStyle: { borderColor: theme.strongText, borderWidth: 1.5 } },
            progressive: 0,
          },
        ],
      };
    },
  };
}
