import propsSchema from '../../schemas/widgets/menu-button.schema.json' with { type: 'json' };
import { defineWidget, type MenuButtonProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<MenuButtonProps>>({
  type: 'menu-button',
  icon: 'more-horizontal',
  group: 'input',
  size: { w: 2, h: 1 },
  propsSchema,
  defaults: { text: '', items: [] },
  data: 'nothing',
  load: () => import('./MenuButton.tsx'),
});
