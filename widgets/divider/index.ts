import propsSchema from '../../schemas/widgets/divider.schema.json' with { type: 'json' };
import { defineWidget, type DividerProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<DividerProps>>({
  type: 'divider',
  icon: 'more-horizontal',
  group: 'layout',
  size: { w: 12, h: 1 },
  propsSchema,
  defaults: {},
  data: 'nothing',
  load: () => import('./Divider.tsx'),
});
