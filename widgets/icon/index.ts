import propsSchema from '../../schemas/widgets/icon.schema.json' with { type: 'json' };
import { defineWidget, type IconProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<IconProps>>({
  type: 'icon',
  icon: 'star',
  group: 'content',
  size: { w: 1, h: 1 },
  propsSchema,
  defaults: { name: 'info' },
  data: 'nothing',
  load: () => import('./Icon.tsx'),
});
