import propsSchema from '../../schemas/widgets/badge.schema.json' with { type: 'json' };
import { defineWidget, type BadgeProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<BadgeProps>>({
  type: 'badge',
  icon: 'tag',
  group: 'content',
  size: { w: 2, h: 1 },
  propsSchema,
  defaults: { text: '' },
  data: 'nothing',
  load: () => import('./Badge.tsx'),
});
