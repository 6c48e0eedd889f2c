import type { SplitProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/split.schema.json' with { type: 'json' };

const definition: WidgetDefinition<SplitProps> = {
  type: 'split',
  version: 1,
  title: '$palette.split.title',
  description: '$palette.split.description',
  icon: 'panel-left',
  group: 'layout',
  size: { w: 12, h: 8 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Split.tsx'),
};

export default definition;
