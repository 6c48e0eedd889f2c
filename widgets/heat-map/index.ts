import propsSchema from '../../schemas/widgets/heat-map.schema.json' with { type: 'json' };
import { defineWidget, type HeatMapProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<HeatMapProps>>({
  type: 'heat-map',
  icon: 'grid',
  group: 'chart',
  size: { w: 6, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { column: 'column', row: 'row', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./HeatMap.tsx'),
});
