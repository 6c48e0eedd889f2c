import propsSchema from '../../schemas/widgets/stat.schema.json' with { type: 'json' };
import { defineWidget, type StatProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<StatProps>>({
  type: 'stat',
  icon: 'data-trending',
  group: 'chart',
  size: { w: 3, h: 2, minW: 2, minH: 2 },
  propsSchema,
  defaults: { label: '' },
  events: ['press'],
  data: 'rows',
  load: () => import('./Stat.tsx'),
});
