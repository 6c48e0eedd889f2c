import propsSchema from '../../schemas/widgets/treemap.schema.json' with { type: 'json' };
import { defineWidget, type TreemapProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TreemapProps>>({
  type: 'treemap',
  icon: 'data-treemap',
  group: 'chart',
  size: { w: 6, h: 6, minW: 3, minH: 4 },
  propsSchema,
  defaults: { category: 'name', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./Treemap.tsx'),
});
