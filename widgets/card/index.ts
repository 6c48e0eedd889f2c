import type { CardProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/card.schema.json' with { type: 'json' };

const definition: WidgetDefinition<CardProps> = {
  type: 'card',
  version: 1,
  title: '$palette.card.title',
  description: '$palette.card.description',
  icon: 'receipt',
  group: 'layout',
  size: { w: 4, h: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: '' },
  events: [{ name: 'press', description: '$palette.card.events.press' }],
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Card.tsx'),
};

export default definition;
