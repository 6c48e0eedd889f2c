import type { TableProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/table.schema.json' with { type: 'json' };

const definition: WidgetDefinition<TableProps> = {
  type: 'table',
  version: 1,
  title: '$palette.table.title',
  description: '$palette.table.description',
  icon: 'table-simple',
  group: 'data',
  size: { w: 12, h: 10, minW: 4, minH: 5 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { columns: [] },
  events: [{ name: 'rowPress', description: '$palette.table.events.rowPress' }],
  children: 'row',
  needs: 'rows',
  rendersStates: true,
  load: () => import('./Table.tsx'),
};

export default definition;
