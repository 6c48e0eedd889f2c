import type { GridProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/grid.schema.json' with { type: 'json' };

const definition: WidgetDefinition<GridProps> = {
  type: 'grid',
  version: 1,
  title: '$palette.grid.title',
  description: '$palette.grid.description',
  icon: 'grid',
  group: 'layout',
  size: { w: 12, h: 8 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  children: 'placed',
  needs: 'nothing',
  load: () => import('./Grid.tsx'),
};

export default definition;
