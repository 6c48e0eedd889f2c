import propsSchema from '../../schemas/widgets/table.schema.json' with { type: 'json' };
import { defineWidget, type TableProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TableProps>>({
  type: 'table',
  icon: 'table-simple',
  group: 'data',
  size: { w: 12, h: 10, minW: 4, minH: 5 },
  propsSchema,
  defaults: { columns: [] },
  events: ['rowPress'],
  children: 'row',
  data: 'rows',
  rendersStates: true,
  load: () => import('./Table.tsx'),
});
