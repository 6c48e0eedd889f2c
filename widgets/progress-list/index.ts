import propsSchema from '../../schemas/widgets/progress-list.schema.json' with { type: 'json' };
import { defineWidget, type ProgressListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ProgressListProps>>({
  type: 'progress-list',
  icon: 'list-bar',
  group: 'chart',
  size: { w: 4, h: 6, minW: 2, minH: 3 },
  propsSchema,
  defaults: { category: 'name', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./ProgressList.tsx'),
});
