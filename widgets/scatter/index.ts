import propsSchema from '../../schemas/widgets/scatter.schema.json' with { type: 'json' };
import { defineWidget, type ScatterProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ScatterProps>>({
  type: 'scatter',
  icon: 'data-scatter',
  group: 'chart',
  size: { w: 6, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { x: 'x', y: 'y' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Scatter.tsx'),
});
