import type { PageHeaderProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/page-header.schema.json' with { type: 'json' };

const definition: WidgetDefinition<PageHeaderProps> = {
  type: 'page-header',
  version: 1,
  title: '$palette.page-header.title',
  description: '$palette.page-header.description',
  icon: 'form',
  group: 'layout',
  size: { w: 12, h: 2 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: '' },
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./PageHeader.tsx'),
};

export default definition;
