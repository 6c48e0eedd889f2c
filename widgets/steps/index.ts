import type { StepsProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/steps.schema.json' with { type: 'json' };

const definition: WidgetDefinition<StepsProps> = {
  type: 'steps',
  version: 1,
  title: '$palette.steps.title',
  description: '$palette.steps.description',
  icon: 'flow',
  group: 'content',
  size: { w: 12, h: 2 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { items: [] },
  events: [{ name: 'press', description: '$palette.steps.events.press' }],
  needs: 'nothing',
  load: () => import('./Steps.tsx'),
};

export default definition;
