import propsSchema from '../../schemas/widgets/text.schema.json' with { type: 'json' };
import { defineWidget, type TextProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TextProps>>({
  type: 'text',
  icon: 'document-text',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema,
  defaults: { text: '' },
  data: 'nothing',
  load: () => import('./Text.tsx'),
});
