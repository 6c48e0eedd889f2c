import type { JsonSchema, ListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/list.schema.json' with { type: 'json' };

const definition: WidgetDefinition<ListProps> = {
  type: 'list',
  version: 1,
  title: '$palette.list.title',
  description: '$palette.list.description',
  icon: 'list',
  group: 'data',
  size: { w: 6, h: 8, minW: 3, minH: 3 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [{ name: 'rowPress', description: '$palette.list.events.rowPress' }],
  children: 'row',
  rendersStates: true,
  needs: 'rows',
  load: () => import('./List.tsx'),
};

export default definition;
