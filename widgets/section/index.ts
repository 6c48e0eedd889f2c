import propsSchema from '../../schemas/widgets/section.schema.json' with { type: 'json' };
import { defineWidget, type SectionProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<SectionProps>>({
  type: 'section',
  icon: 'panel-left',
  group: 'layout',
  size: { w: 12, h: 4 },
  propsSchema,
  defaults: {},
  children: 'nodes',
  slots: [{ name: 'actions' }],
  data: 'nothing',
  load: () => import('./Section.tsx'),
});
