import propsSchema from '../../schemas/widgets/steps.schema.json' with { type: 'json' };
import { defineWidget, type StepsProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<StepsProps>>({
  type: 'steps',
  icon: 'flow',
  group: 'content',
  size: { w: 12, h: 2 },
  propsSchema,
  defaults: { items: [] },
  events: ['press'],
  data: 'nothing',
  load: () => import('./Steps.tsx'),
});
