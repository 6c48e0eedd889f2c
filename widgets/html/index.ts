import type { JsonSchema, HtmlProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/html.schema.json' with { type: 'json' };

const definition: WidgetDefinition<HtmlProps> = {
  type: 'html',
  version: 1,
  title: '$palette.html.title',
  description: '$palette.html.description',
  icon: 'code',
  group: 'content',
  size: { w: 8, h: 8 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { html: '', label: '' },
  needs: 'nothing',
  load: () => import('./Html.tsx'),
};

export default definition;
