import propsSchema from '../../schemas/widgets/calendar.schema.json' with { type: 'json' };
import { defineWidget, type CalendarProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<CalendarProps>>({
  type: 'calendar',
  icon: 'calendar',
  group: 'data',
  size: { w: 8, h: 9, minW: 3, minH: 5 },
  propsSchema,
  defaults: { start: 'start', text: 'name' },
  events: ['select', 'selectDay'],
  data: 'rows',
  load: () => import('./Calendar.tsx'),
});
