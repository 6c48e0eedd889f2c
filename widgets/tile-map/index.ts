import propsSchema from '../../schemas/widgets/tile-map.schema.json' with { type: 'json' };
import { defineWidget, type TileMapProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TileMapProps>>({
  type: 'tile-map',
  icon: 'map',
  group: 'chart',
  size: { w: 4, h: 8, minW: 3, minH: 5 },
  propsSchema,
  defaults: { state: 'state', value: 'value' },
  events: ['select'],
  data: 'rows',
  load: () => import('./TileMap.tsx'),
});
