import propsSchema from '../../schemas/widgets/button.schema.json' with { type: 'json' };
import { defineWidget, type ButtonProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ButtonProps>>({
  type: 'button',
  icon: 'play',
  group: 'input',
  size: { w: 2, h: 1 },
  propsSchema,
  defaults: { text: '' },
  events: ['press'],
  data: 'nothing',
  load: () => import('./Button.tsx'),
});
