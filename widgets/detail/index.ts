import propsSchema from '../../schemas/widgets/detail.schema.json' with { type: 'json' };
import { defineWidget, type DetailProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<DetailProps>>({
  type: 'detail',
  icon: 'document-text',
  group: 'data',
  size: { w: 8, h: 8, minW: 3, minH: 4 },
  propsSchema,
  defaults: { title: 'name', sections: [] },
  children: 'nodes',
  data: 'record',
  load: () => import('./Detail.tsx'),
});
