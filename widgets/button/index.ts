import type { ButtonProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/button.schema.json' with { type: 'json' };

const definition: WidgetDefinition<ButtonProps> = {
  type: 'button',
  version: 1,
  title: '$palette.button.title',
  description: '$palette.button.description',
  icon: 'play',
  group: 'input',
  size: { w: 2, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { text: '' },
  events: [{ name: 'press', description: '$palette.button.events.press' }],
  needs: 'nothing',
  load: () => import('./Button.tsx'),
};

export default definition;
