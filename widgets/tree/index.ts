import propsSchema from '../../schemas/widgets/tree.schema.json' with { type: 'json' };
import { defineWidget, type TreeProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TreeProps>>({
  type: 'tree',
  icon: 'branch',
  group: 'data',
  size: { w: 4, h: 8, minW: 3, minH: 3 },
  propsSchema,
  defaults: { title: { field: 'name' } },
  events: ['select', 'expand'],
  rendersStates: true,
  data: 'rows',
  load: () => import('./Tree.tsx'),
});
