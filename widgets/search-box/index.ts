import type { SearchBoxProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/search-box.schema.json' with { type: 'json' };

const definition: WidgetDefinition<SearchBoxProps> = {
  type: 'search-box',
  version: 1,
  title: '$palette.search-box.title',
  description: '$palette.search-box.description',
  icon: 'search',
  group: 'input',
  size: { w: 4, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { bind: 'state.search' },
  events: [{ name: 'search', description: '$palette.search-box.events.search' }],
  needs: 'nothing',
  load: () => import('./SearchBox.tsx'),
};

export default definition;
