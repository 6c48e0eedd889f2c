import propsSchema from '../../schemas/widgets/chart.schema.json' with { type: 'json' };
import { defineWidget, type ChartProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ChartProps>>({
  type: 'chart',
  icon: 'data-bar-vertical',
  group: 'chart',
  size: { w: 6, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { category: 'name', series: [{ field: 'value', label: '' }] },
  events: ['select'],
  data: 'rows',
  load: () => import('./Chart.tsx'),
});
