import propsSchema from '../../schemas/widgets/empty-state.schema.json' with { type: 'json' };
import { defineWidget, type EmptyStateProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<EmptyStateProps>>({
  type: 'empty-state',
  icon: 'box',
  group: 'content',
  size: { w: 6, h: 5 },
  propsSchema,
  defaults: { title: '' },
  children: 'nodes',
  data: 'nothing',
  load: () => import('./EmptyState.tsx'),
});
