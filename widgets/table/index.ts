import propsSchema from '../../schemas/widgets/table.schema.json' with { type: 'json' };
import { defineWidget, withOptionLabels, type TableProps } from '../../src/engine/core/index.ts';
import { isObject, type Json } from '../../src/contracts/json.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

const withEditLabels = (column: Json): Json =>
  isObject(column) && isObject(column['edit'])
    ? { ...column, edit: withOptionLabels(column['edit']) }
    : column;

export default defineWidget<WidgetDefinition<TableProps>>({
  type: 'table',
  version: 2,
  icon: 'table-simple',
  group: 'data',
  size: { w: 12, h: 10, minW: 4, minH: 5 },
  propsSchema,
  defaults: { columns: [] },
  events: ['rowPress', 'select'],
  slots: [
    { name: 'toolbar' },
    { name: 'cell', scope: ['row'], named: true },
    { name: 'details', scope: ['row'] },
    { name: 'empty' },
    { name: 'footer' },
  ],
  list: { page: 'page', perPage: 'perPage', order: 'order', filters: 'filters' },
  data: 'rows',
  rendersStates: true,
  migrations: {
    // The text of an option is its label, as everywhere.
    1: (old) => ({
      ...old,
      ...(Array.isArray(old['columns']) && { columns: old['columns'].map(withEditLabels) }),
    }),
  },
  load: () => import('./Table.tsx'),
});
