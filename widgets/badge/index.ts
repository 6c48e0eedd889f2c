import type { BadgeProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/badge.schema.json' with { type: 'json' };

const definition: WidgetDefinition<BadgeProps> = {
  type: 'badge',
  version: 1,
  title: '$palette.badge.title',
  description: '$palette.badge.description',
  icon: 'tag',
  group: 'content',
  size: { w: 2, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { text: '' },
  needs: 'nothing',
  load: () => import('./Badge.tsx'),
};

export default definition;
