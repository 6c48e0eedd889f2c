import propsSchema from '../../schemas/widgets/split.schema.json' with { type: 'json' };
import { defineWidget, type SplitProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<SplitProps>>({
  type: 'split',
  icon: 'panel-left',
  group: 'layout',
  size: { w: 12, h: 8 },
  propsSchema,
  defaults: {},
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Split.tsx'),
});
