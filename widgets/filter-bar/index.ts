import propsSchema from '../../schemas/widgets/filter-bar.schema.json' with { type: 'json' };
import { defineWidget, type FilterBarProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FilterBarProps>>({
  type: 'filter-bar',
  icon: 'filter',
  group: 'input',
  size: { w: 12, h: 2 },
  propsSchema,
  defaults: { bind: 'state.filters', fields: [] },
  events: ['apply'],
  data: 'nothing',
  load: () => import('./FilterBar.tsx'),
});
