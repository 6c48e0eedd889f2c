import propsSchema from '../../schemas/widgets/form.schema.json' with { type: 'json' };
import type { FormProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

const definition: WidgetDefinition<FormProps> = {
  type: 'form',
  version: 1,
  title: '$palette.form.title',
  description: '$palette.form.description',
  icon: 'form',
  group: 'data',
  size: { w: 6, h: 8, minW: 3 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [
    { name: 'submit', description: '$palette.form.events.submit' },
    { name: 'change', description: '$palette.form.events.change' },
  ],
  submits: true,
  needs: 'record',
  load: () => import('./Form.tsx'),
};

export default definition;
