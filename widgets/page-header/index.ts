import propsSchema from '../../schemas/widgets/page-header.schema.json' with { type: 'json' };
import { defineWidget, type PageHeaderProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PageHeaderProps>>({
  type: 'page-header',
  icon: 'form',
  group: 'layout',
  size: { w: 12, h: 2 },
  propsSchema,
  defaults: { title: '' },
  children: 'nodes',
  slots: [{ name: 'meta' }],
  data: 'nothing',
  load: () => import('./PageHeader.tsx'),
});
