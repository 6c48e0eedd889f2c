import type { EChartsCoreOption } from 'echarts/core';
import { HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { Point } from './points.ts';

register([
  HeatmapChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

const line = { type: 'line', showSymbol: false, sampling: 'lttb' } as const;
const pair = (points: readonly Point[], x: string, y: string) => points.map((one) => [one[x]!, one[y]!]);

/** Options that somebody would give to the library for as many points, with the sampling that it has for lines. */
const options: Readonly<Record<string, (points: readonly Point[]) => EChartsCoreOption>> = {
  lines: (points) => ({ series: [{ ...line, data: pair(points, 'at', 'value') }] }),
  areas: (points) => ({ series: [{ ...line, areaStyle: {}, data: pair(points, 'at', 'value') }] }),
  combined: (points) => ({
    series: [
      { ...line, data: pair(points, 'at', 'value') },
      { ...line, areaStyle: {}, data: pair(points, 'at', 'more') },
    ],
  }),
  dots: (points) => ({
    series: [{ type: 'scatter', large: true, symbolSize: 4, data: pair(points, 'x', 'y') }],
  }),
  heat: (points) => ({
    xAxis: { type: 'category' },
    yAxis: { type: 'category' },
    visualMap: { show: false, min: 0, max: 4_000 },
    series: [{ type: 'heatmap', data: cellsOf(points) }],
  }),
};

/** Rows of one cell are added up. */
function cellsOf(points: readonly Point[]): [column: number, row: number, value: number][] {
  const cells = new Map<string, [number, number, number]>();
  for (const { column, row, value } of points) {
    const key = `${column}/${row}`;
    const known = cells.get(key);
    if (known) known[2] += Number(value);
    else cells.set(key, [Number(column), Number(row), Number(value)]);
  }
  return [...cells.values()];
}

/** The charts of points.ts that people would draw by the same library; null for all others. */
export function pointsTwin(kind: string, points: readonly Point[]) {
  const option = options[kind];
  return option ? <Chart points={points} option={option} /> : null;
}

function Chart({ points, option }: { points: readonly Point[]; option: (typeof options)[string] }) {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chart = init(stage.current!, null, { renderer: 'canvas' });
    chart.setOption({
      animation: false,
      grid: { left: 48, right: 8, top: 8, bottom: 24 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'value' },
      yAxis: { type: 'value' },
      ...option!(points),
    });
    return () => chart.dispose();
  }, [points, option]);
  return <div ref={stage} style={{ height: 320 }} data-chart="canvas" />;
}
