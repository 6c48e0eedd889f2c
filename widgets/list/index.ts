import propsSchema from '../../schemas/widgets/list.schema.json' with { type: 'json' };
import { defineWidget, type ListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ListProps>>({
  type: 'list',
  icon: 'list',
  group: 'data',
  size: { w: 6, h: 8, minW: 3, minH: 3 },
  propsSchema,
  defaults: {},
  events: ['rowPress'],
  slots: [{ name: 'row', scope: ['row'] }, { name: 'empty' }, { name: 'footer' }],
  rendersStates: true,
  list: { page: 'page', filters: 'filters' },
  data: 'rows',
  load: () => import('./List.tsx'),
});
