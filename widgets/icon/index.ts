import type { JsonSchema, IconProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/icon.schema.json' with { type: 'json' };

const definition: WidgetDefinition<IconProps> = {
  type: 'icon',
  version: 1,
  title: '$palette.icon.title',
  description: '$palette.icon.description',
  icon: 'star',
  group: 'content',
  size: { w: 1, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { name: 'info' },
  needs: 'nothing',
  load: () => import('./Icon.tsx'),
};

export default definition;
