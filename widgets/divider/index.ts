import type { DividerProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/divider.schema.json' with { type: 'json' };

const definition: WidgetDefinition<DividerProps> = {
  type: 'divider',
  version: 1,
  title: '$palette.divider.title',
  description: '$palette.divider.description',
  icon: 'more-horizontal',
  group: 'layout',
  size: { w: 12, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  needs: 'nothing',
  load: () => import('./Divider.tsx'),
};

export default definition;
