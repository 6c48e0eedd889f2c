import type { EmptyStateProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/empty-state.schema.json' with { type: 'json' };

const definition: WidgetDefinition<EmptyStateProps> = {
  type: 'empty-state',
  version: 1,
  title: '$palette.empty-state.title',
  description: '$palette.empty-state.description',
  icon: 'box',
  group: 'content',
  size: { w: 6, h: 5 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: '' },
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./EmptyState.tsx'),
};

export default definition;
