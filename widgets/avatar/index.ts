import type { AvatarProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/avatar.schema.json' with { type: 'json' };

const definition: WidgetDefinition<AvatarProps> = {
  type: 'avatar',
  version: 1,
  title: '$palette.avatar.title',
  description: '$palette.avatar.description',
  icon: 'person',
  group: 'content',
  size: { w: 2, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { name: '' },
  needs: 'nothing',
  load: () => import('./Avatar.tsx'),
};

export default definition;
