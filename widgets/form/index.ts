import propsSchema from '../../schemas/widgets/form.schema.json' with { type: 'json' };
import { defineWidget, type FormProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FormProps>>({
  type: 'form',
  icon: 'form',
  group: 'data',
  size: { w: 6, h: 8, minW: 3 },
  propsSchema,
  defaults: {},
  events: ['submit', 'change'],
  submits: true,
  data: 'record',
  load: () => import('./Form.tsx'),
});
