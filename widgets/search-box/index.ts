import propsSchema from '../../schemas/widgets/search-box.schema.json' with { type: 'json' };
import { defineWidget, type SearchBoxProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<SearchBoxProps>>({
  type: 'search-box',
  icon: 'search',
  group: 'input',
  size: { w: 4, h: 1 },
  propsSchema,
  defaults: { bind: 'state.search' },
  events: ['search'],
  data: 'nothing',
  load: () => import('./SearchBox.tsx'),
});
