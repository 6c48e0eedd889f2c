import propsSchema from '../../schemas/widgets/funnel.schema.json' with { type: 'json' };
import { defineWidget, type FunnelProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FunnelProps>>({
  type: 'funnel',
  icon: 'data-funnel',
  group: 'chart',
  size: { w: 4, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { category: 'name', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Funnel.tsx'),
});
