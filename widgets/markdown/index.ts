import propsSchema from '../../schemas/widgets/markdown.schema.json' with { type: 'json' };
import { defineWidget, type MarkdownProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<MarkdownProps>>({
  type: 'markdown',
  icon: 'document-text',
  group: 'content',
  size: { w: 6, h: 6 },
  propsSchema,
  defaults: { text: '' },
  data: 'nothing',
  load: () => import('./Markdown.tsx'),
});
