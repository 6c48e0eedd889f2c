import type { JsonSchema, DetailProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/detail.schema.json' with { type: 'json' };

const definition: WidgetDefinition<DetailProps> = {
  type: 'detail',
  version: 1,
  title: '$palette.detail.title',
  description: '$palette.detail.description',
  icon: 'document-text',
  group: 'data',
  size: { w: 8, h: 8, minW: 3, minH: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: 'name', sections: [] },
  children: 'nodes',
  needs: 'record',
  load: () => import('./Detail.tsx'),
};

export default definition;
