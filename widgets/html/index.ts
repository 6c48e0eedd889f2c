import propsSchema from '../../schemas/widgets/html.schema.json' with { type: 'json' };
import { defineWidget, type HtmlProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<HtmlProps>>({
  type: 'html',
  icon: 'code',
  group: 'content',
  size: { w: 8, h: 8 },
  propsSchema,
  defaults: { html: '', label: '' },
  data: 'nothing',
  load: () => import('./Html.tsx'),
});
