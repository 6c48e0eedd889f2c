import propsSchema from '../../schemas/widgets/panel.schema.json' with { type: 'json' };
import { defineWidget, type PanelProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PanelProps>>({
  type: 'panel',
  icon: 'panel-left',
  group: 'layout',
  size: { w: 4, h: 8 },
  propsSchema,
  defaults: { bind: 'state.panel', title: '' },
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Panel.tsx'),
});
