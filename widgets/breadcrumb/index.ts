import propsSchema from '../../schemas/widgets/breadcrumb.schema.json' with { type: 'json' };
import { defineWidget, type BreadcrumbProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<BreadcrumbProps>>({
  type: 'breadcrumb',
  icon: 'chevron-right',
  group: 'content',
  size: { w: 12, h: 1 },
  propsSchema,
  defaults: { items: [] },
  data: 'nothing',
  load: () => import('./Breadcrumb.tsx'),
});
