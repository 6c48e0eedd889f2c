import type { FilterBarProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/filter-bar.schema.json' with { type: 'json' };

const definition: WidgetDefinition<FilterBarProps> = {
  type: 'filter-bar',
  version: 1,
  title: '$palette.filter-bar.title',
  description: '$palette.filter-bar.description',
  icon: 'filter',
  group: 'input',
  size: { w: 12, h: 2 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { bind: 'state.filters', fields: [] },
  events: [{ name: 'apply', description: '$palette.filter-bar.events.apply' }],
  needs: 'nothing',
  load: () => import('./FilterBar.tsx'),
};

export default definition;
