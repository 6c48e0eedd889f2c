import propsSchema from '../../schemas/widgets/tabs.schema.json' with { type: 'json' };
import { defineWidget, type TabsProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TabsProps>>({
  type: 'tabs',
  icon: 'folder',
  group: 'layout',
  size: { w: 12, h: 6 },
  propsSchema,
  defaults: { items: [] },
  events: ['change'],
  children: 'nodes',
  slots: [{ name: 'start' }, { name: 'end' }],
  data: 'nothing',
  load: () => import('./Tabs.tsx'),
});
