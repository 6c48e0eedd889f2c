import propsSchema from '../../schemas/widgets/description-list.schema.json' with { type: 'json' };
import { defineWidget, type DescriptionListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<DescriptionListProps>>({
  type: 'description-list',
  icon: 'list',
  group: 'data',
  size: { w: 6, h: 4 },
  propsSchema,
  defaults: { items: [] },
  data: 'record',
  load: () => import('./DescriptionList.tsx'),
});
