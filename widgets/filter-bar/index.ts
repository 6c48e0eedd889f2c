import propsSchema from '../../schemas/widgets/filter-bar.schema.json' with { type: 'json' };
import { defineWidget, withOptionLabels, type FilterBarProps } from '../../src/engine/core/index.ts';
import { isObject, type Json } from '../../src/contracts/json.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

function withControl(field: Json): Json {
  if (!isObject(field)) return field;
  const { kind, ...rest } = field;
  return withOptionLabels({ ...rest, ...(kind !== undefined && { control: kind }) });
}

export default defineWidget<WidgetDefinition<FilterBarProps>>({
  type: 'filter-bar',
  version: 2,
  icon: 'filter',
  group: 'input',
  size: { w: 12, h: 2 },
  propsSchema,
  defaults: { bind: 'state.filters', fields: [] },
  events: ['apply'],
  list: { bind: 'filters', page: 'page' },
  data: 'nothing',
  migrations: {
    // `kind` is called control, and the text of an option is its label, as everywhere.
    1: (old) => ({
      ...old,
      ...(Array.isArray(old['fields']) && { fields: old['fields'].map(withControl) }),
    }),
  },
  load: () => import('./FilterBar.tsx'),
});
