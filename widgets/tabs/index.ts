import type { TabsProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/tabs.schema.json' with { type: 'json' };

const definition: WidgetDefinition<TabsProps> = {
  type: 'tabs',
  version: 1,
  title: '$palette.tabs.title',
  description: '$palette.tabs.description',
  icon: 'folder',
  group: 'layout',
  size: { w: 12, h: 6 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { items: [] },
  events: [{ name: 'change', description: '$palette.tabs.events.change' }],
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Tabs.tsx'),
};

export default definition;
