import type { TextProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/text.schema.json' with { type: 'json' };

const definition: WidgetDefinition<TextProps> = {
  type: 'text',
  version: 1,
  title: '$palette.text.title',
  description: '$palette.text.description',
  icon: 'document-text',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { text: '' },
  needs: 'nothing',
  load: () => import('./Text.tsx'),
};

export default definition;
