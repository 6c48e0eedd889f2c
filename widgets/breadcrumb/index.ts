import type { BreadcrumbProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/breadcrumb.schema.json' with { type: 'json' };

const definition: WidgetDefinition<BreadcrumbProps> = {
  type: 'breadcrumb',
  version: 1,
  title: '$palette.breadcrumb.title',
  description: '$palette.breadcrumb.description',
  icon: 'chevron-right',
  group: 'content',
  size: { w: 12, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { items: [] },
  needs: 'nothing',
  load: () => import('./Breadcrumb.tsx'),
};

export default definition;
