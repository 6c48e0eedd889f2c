import propsSchema from '../../schemas/widgets/grid.schema.json' with { type: 'json' };
import { defineWidget, type GridProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<GridProps>>({
  type: 'grid',
  icon: 'grid',
  group: 'layout',
  size: { w: 12, h: 8 },
  propsSchema,
  defaults: {},
  children: 'placed',
  data: 'nothing',
  load: () => import('./Grid.tsx'),
});
