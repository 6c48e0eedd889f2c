import propsSchema from '../../schemas/widgets/progress.schema.json' with { type: 'json' };
import { defineWidget, type ProgressProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ProgressProps>>({
  type: 'progress',
  icon: 'data-trending',
  group: 'data',
  size: { w: 3, h: 1 },
  propsSchema,
  defaults: { label: '' },
  events: ['complete'],
  data: 'nothing',
  load: () => import('./Progress.tsx'),
});
