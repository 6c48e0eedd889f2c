import propsSchema from '../../schemas/widgets/gauge.schema.json' with { type: 'json' };
import { defineWidget, type GaugeProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<GaugeProps>>({
  type: 'gauge',
  icon: 'gauge',
  group: 'chart',
  size: { w: 3, h: 4, minW: 2, minH: 3 },
  propsSchema,
  defaults: { field: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Gauge.tsx'),
});
