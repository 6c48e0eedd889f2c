import propsSchema from '../../schemas/widgets/card.schema.json' with { type: 'json' };
import { defineWidget, type CardProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<CardProps>>({
  type: 'card',
  icon: 'receipt',
  group: 'layout',
  size: { w: 4, h: 4 },
  propsSchema,
  defaults: { title: '' },
  events: ['press'],
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Card.tsx'),
});
