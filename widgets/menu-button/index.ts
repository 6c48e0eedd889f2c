import type { MenuButtonProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/menu-button.schema.json' with { type: 'json' };

const definition: WidgetDefinition<MenuButtonProps> = {
  type: 'menu-button',
  version: 1,
  title: '$palette.menu-button.title',
  description: '$palette.menu-button.description',
  icon: 'more-horizontal',
  group: 'input',
  size: { w: 2, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { text: '', items: [] },
  needs: 'nothing',
  load: () => import('./MenuButton.tsx'),
};

export default definition;
