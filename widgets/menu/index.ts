import type { MenuProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/menu.schema.json' with { type: 'json' };

const definition: WidgetDefinition<MenuProps> = {
  type: 'menu',
  version: 1,
  title: '$palette.menu.title',
  description: '$palette.menu.description',
  icon: 'navigation',
  group: 'layout',
  size: { w: 3, h: 6 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { items: [] },
  events: [{ name: 'press', description: '$palette.menu.events.press' }],
  needs: 'nothing',
  load: () => import('./Menu.tsx'),
};

export default definition;
