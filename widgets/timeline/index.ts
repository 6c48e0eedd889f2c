import propsSchema from '../../schemas/widgets/timeline.schema.json' with { type: 'json' };
import { defineWidget, type TimelineProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TimelineProps>>({
  type: 'timeline',
  icon: 'gantt-chart',
  group: 'data',
  size: { w: 12, h: 7, minW: 4, minH: 4 },
  propsSchema,
  defaults: { start: 'start', text: 'name' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Timeline.tsx'),
});
