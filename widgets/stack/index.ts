import type { StackProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/stack.schema.json' with { type: 'json' };

const definition: WidgetDefinition<StackProps> = {
  type: 'stack',
  version: 1,
  title: '$palette.stack.title',
  description: '$palette.stack.description',
  icon: 'layer',
  group: 'layout',
  size: { w: 12, h: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Stack.tsx'),
};

export default definition;
