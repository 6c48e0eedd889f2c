import propsSchema from '../../schemas/widgets/stack.schema.json' with { type: 'json' };
import { defineWidget, type StackProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<StackProps>>({
  type: 'stack',
  icon: 'layer',
  group: 'layout',
  size: { w: 12, h: 4 },
  propsSchema,
  defaults: {},
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Stack.tsx'),
});
