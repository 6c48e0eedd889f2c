import type { JsonSchema, MarkdownProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/markdown.schema.json' with { type: 'json' };

const definition: WidgetDefinition<MarkdownProps> = {
  type: 'markdown',
  version: 1,
  title: '$palette.markdown.title',
  description: '$palette.markdown.description',
  icon: 'document-text',
  group: 'content',
  size: { w: 6, h: 6 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { text: '' },
  needs: 'nothing',
  load: () => import('./Markdown.tsx'),
};

export default definition;
