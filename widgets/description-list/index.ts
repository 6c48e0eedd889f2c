import type { JsonSchema, DescriptionListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/description-list.schema.json' with { type: 'json' };

const definition: WidgetDefinition<DescriptionListProps> = {
  type: 'description-list',
  version: 1,
  title: '$palette.description-list.title',
  description: '$palette.description-list.description',
  icon: 'list',
  group: 'data',
  size: { w: 6, h: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { items: [] },
  needs: 'record',
  load: () => import('./DescriptionList.tsx'),
};

export default definition;
