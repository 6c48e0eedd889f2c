import propsSchema from '../../schemas/widgets/avatar.schema.json' with { type: 'json' };
import { defineWidget, type AvatarProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<AvatarProps>>({
  type: 'avatar',
  icon: 'person',
  group: 'content',
  size: { w: 2, h: 1 },
  propsSchema,
  defaults: { name: '' },
  data: 'nothing',
  load: () => import('./Avatar.tsx'),
});
