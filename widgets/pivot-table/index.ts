import propsSchema from '../../schemas/widgets/pivot-table.schema.json' with { type: 'json' };
import { defineWidget, type PivotTableProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PivotTableProps>>({
  type: 'pivot-table',
  icon: 'pivot',
  group: 'data',
  size: { w: 8, h: 8, minW: 4, minH: 4 },
  propsSchema,
  defaults: { rows: [{ field: 'name', label: '' }], measures: [{ field: 'value', label: '' }] },
  events: ['select'],
  data: 'rows',
  load: () => import('./PivotTable.tsx'),
});
