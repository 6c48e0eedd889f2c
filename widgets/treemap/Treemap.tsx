import { useMemo } from 'react';
import type { TreemapProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, toScalar } from '../../src/engine/react/index.ts';
import type { ChartInput, ChartPoint, Resolved, ShownChart } from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createAreas } from './areas.ts';
import { createDrawing } from './option.ts';

/** Parts that the summary names. */
const maxSaid = 5;

function useTreemap({
  props,
  data,
  t,
  format,
  settings,
  selectable,
  colors,
  category,
  series: group,
}: ChartInput<Resolved<TreemapProps>>): ShownChart {
  const isGrouped = props.groupBy !== undefined;
  const areas = useMemo(
    () =>
      createAreas(
        props,
        data.rows,
        { area: category.nameOf, group: group.nameOf, others: t('charts.others') },
        colors,
      ),
    [props, data.rows, category.nameOf, group.nameOf, t, colors],
  );
  const { groups, listed, total, problem } = areas;
  const measure = props.valueLabel || props.value;
  const drawing = useMemo(
    () =>
      createDrawing({
        areas,
        format,
        settings,
        measure,
        share: t('charts.share'),
        selectable,
        chosen: { category: category.chosen, group: group.chosen },
      }),
    [areas, format, settings, measure, t, selectable, category.chosen, group.chosen],
  );
  const table = useMemo(
    () =>
      chartTable(listed, [
        ...(isGrouped ? [{ name: group.label, value: (area: (typeof listed)[number]) => area.group }] : []),
        { name: category.label, value: ({ name }) => name },
        { name: measure, value: ({ value }) => value, text: ({ value }) => format.value(value, settings) },
        {
          name: t('charts.share'),
          value: ({ share }) => share,
          text: ({ share }) => (share === null ? '–' : format.percent(share)),
        },
      ]),
    [listed, isGrouped, group.label, category.label, measure, t, format, settings],
  );
  const largest = (
    isGrouped
      ? groups.map(({ name, value }) => ({ name: name ?? '', share: value / total }))
      : (groups[0]?.areas ?? [])
  )
    .slice(0, maxSaid)
    .map(({ name, share }) => `${name} ${format.percent(share)}`)
    .join(', ');

  function point({ series, index }: ChartPosition): ChartPoint | null {
    const found = groups[series];
    const area = found?.areas[index];
    if (!found || !area) return null;
    const { raw, name, value, row } = area;
    return {
      category: toScalar(raw),
      label: name,
      series: isGrouped ? found.key : props.value,
      value,
      row,
    };
  }

  return {
    problem,
    isEmpty: groups.length === 0,
    summary: t('charts.summary.parts', { total: format.value(total, settings), parts: largest }),
    counts: groups.map(({ areas: { length } }) => length),
    say: ({ series, index }) => {
      const { name, areas: all } = groups[series]!;
      const area = all[index]!;
      return t('charts.point', {
        category: name === null ? area.name : `${name}, ${area.name}`,
        series: format.percent(area.share),
        value: format.value(area.value, settings),
        index: format.count(index + 1),
        count: format.count(all.length),
      });
    },
    point,
    table,
    drawing,
  };
}

/** Many parts of a whole as areas. */
export default defineChart<Resolved<TreemapProps>>({
  icon: 'data-treemap',
  defaultHeight: 280,
  category: ({ props: { category, categoryLabel, bind, map }, t, titleOf }) => ({
    field: category,
    bind,
    map,
    label: categoryLabel || titleOf(category) || t('charts.category'),
  }),
  series: ({ props: { groupBy, groupBind, groupLabel, map }, t }) => ({
    field: groupBy,
    bind: groupBy === undefined ? undefined : groupBind,
    map,
    label: groupLabel || t('charts.group'),
  }),
  useChart: useTreemap,
});
