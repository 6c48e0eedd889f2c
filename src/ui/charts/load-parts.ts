import { TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';

/** Each part is a file of its own, so that a page loads those of the kinds that it shows. */
const loaders = {
  svg: () => import('./parts/svg.ts'),
  canvas: () => import('./parts/canvas.ts'),
  bar: () => import('./parts/bar.ts'),
  line: () => import('./parts/line.ts'),
  pie: () => import('./parts/pie.ts'),
  scatter: () => import('./parts/scatter.ts'),
  'heat-map': () => import('./parts/heat-map.ts'),
  gauge: () => import('./parts/gauge.ts'),
  treemap: () => import('./parts/treemap.ts'),
  'lines-across': () => import('./parts/lines-across.ts'),
  'areas-across': () => import('./parts/areas-across.ts'),
  decals: () => import('./parts/decals.ts'),
};

export type ChartPart = keyof typeof loaders;

/** Loads parts of the library and registers them; a part that is registered again changes nothing. */
export async function loadChartParts(names: readonly ChartPart[]): Promise<void> {
  const modules = await Promise.all(names.map((name) => loaders[name]()));
  for (const { parts } of modules) register(parts);
  register(TooltipComponent);
}
