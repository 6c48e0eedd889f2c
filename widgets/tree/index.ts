import type { JsonSchema, TreeProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/tree.schema.json' with { type: 'json' };

const definition: WidgetDefinition<TreeProps> = {
  type: 'tree',
  version: 1,
  title: '$palette.tree.title',
  description: '$palette.tree.description',
  icon: 'branch',
  group: 'data',
  size: { w: 4, h: 8, minW: 3, minH: 3 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: { field: 'name' } },
  events: [
    { name: 'select', description: '$palette.tree.events.select' },
    { name: 'expand', description: '$palette.tree.events.expand' },
  ],
  rendersStates: true,
  needs: 'rows',
  load: () => import('./Tree.tsx'),
};

export default definition;
