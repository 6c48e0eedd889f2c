import propsSchema from '../../schemas/widgets/menu.schema.json' with { type: 'json' };
import { defineWidget, type MenuProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<MenuProps>>({
  type: 'menu',
  icon: 'navigation',
  group: 'layout',
  size: { w: 3, h: 6 },
  propsSchema,
  defaults: { items: [] },
  events: ['press'],
  data: 'nothing',
  load: () => import('./Menu.tsx'),
});
