import propsSchema from '../../schemas/widgets/pie.schema.json' with { type: 'json' };
import { defineWidget, type PieProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PieProps>>({
  type: 'pie',
  icon: 'chart-multiple',
  group: 'chart',
  size: { w: 4, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { category: 'name', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Pie.tsx'),
});
