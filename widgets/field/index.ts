import propsSchema from '../../schemas/widgets/field.schema.json' with { type: 'json' };
import { defineWidget, type FieldProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FieldProps>>({
  type: 'field',
  icon: 'edit',
  group: 'input',
  size: { w: 3, h: 2 },
  propsSchema,
  defaults: { bind: 'state.value', label: '' },
  events: ['change'],
  data: 'nothing',
  load: () => import('./Field.tsx'),
});
