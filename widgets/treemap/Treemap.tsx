import { useMemo, useState } from 'react';
import type { TreemapProps } from '../../src/engine/core/index.ts';
import {
  ChartFrame,
  columnTitle,
  columnValues,
  figureSettings,
  toScalar,
  useBinding,
  useCategoryName,
  useChartTexts,
  useFigureFormat,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { ChartFilter, ChartPoint, WidgetProps } from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createAreas } from './areas.ts';
import { createDrawing } from './option.ts';

/** Parts that the summary names. */
const maxSaid = 5;

function LoadedTreemap({ id, props, data, fire, listens }: WidgetProps<TreemapProps>) {
  const t = useText();
  const format = useFigureFormat();
  const { bind, groupBind } = props;
  const isGrouped = props.groupBy !== undefined;
  const selectable = listens('select') || bind !== undefined || groupBind !== undefined;
  const texts = useChartTexts(selectable, format);
  const nameOf = useCategoryName(undefined, props.map, format, columnValues(data.record, props.category));
  const groupOf = useCategoryName(undefined, props.map, format, columnValues(data.record, props.groupBy));
  const [chosenCategory] = useBinding(bind);
  const [chosenGroup] = useBinding(groupBind);
  const [colors] = useState(() => new Map<string, number>());
  const settings = useMemo(() => figureSettings(props), [props]);
  const areas = useMemo(
    () => createAreas(props, data.rows, { area: nameOf, group: groupOf, others: t('charts.others') }, colors),
    [props, data.rows, nameOf, groupOf, t, colors],
  );
  const { groups, listed, total, problem } = areas;
  const measure = props.valueLabel || props.value;
  const categoryLabel =
    props.categoryLabel || columnTitle(data.record, props.category) || t('charts.category');
  const groupLabel = props.groupLabel || t('charts.group');
  const drawing = useMemo(
    () =>
      createDrawing({
        areas,
        format,
        settings,
        measure,
        share: t('charts.share'),
        selectable,
        chosen: { category: toScalar(chosenCategory), group: toScalar(chosenGroup) },
      }),
    [areas, format, settings, measure, t, selectable, chosenCategory, chosenGroup],
  );
  const table = useMemo(
    () =>
      listed.length === 0
        ? null
        : {
            columns: [
              ...(isGrouped ? [{ name: groupLabel, isFigure: false }] : []),
              { name: categoryLabel, isFigure: false },
              { name: measure, isFigure: true },
              { name: t('charts.share'), isFigure: true },
            ],
            count: listed.length,
            texts: (row: number) => {
              const { group, name, value, share } = listed[row]!;
              const part = share === null ? '–' : format.percent(share);
              return [...(isGrouped ? [group ?? ''] : []), name, format.value(value, settings), part];
            },
            values: (row: number) => {
              const { group, name, value, share } = listed[row]!;
              return [...(isGrouped ? [group] : []), name, value, share];
            },
          },
    [listed, isGrouped, groupLabel, categoryLabel, measure, t, format, settings],
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
    const group = groups[series];
    const area = group?.areas[index];
    if (!group || !area) return null;
    const { raw, name, value, row } = area;
    return {
      category: toScalar(raw),
      label: name,
      series: isGrouped ? group.key : props.value,
      value,
      row,
    };
  }

  const filters: ChartFilter[] = [
    ...(bind ? [{ bind, of: 'category' as const, name: categoryLabel, nameOf }] : []),
    ...(groupBind && isGrouped
      ? [{ bind: groupBind, of: 'series' as const, name: groupLabel, nameOf: groupOf }]
      : []),
  ];
  return (
    <ChartFrame
      id={id}
      props={props}
      fire={fire}
      listens={listens}
      defaultHeight={280}
      icon="data-treemap"
      format={format}
      texts={texts}
      problem={problem}
      isEmpty={groups.length === 0}
      summary={t('charts.summary.parts', { total: format.value(total, settings), parts: largest })}
      counts={groups.map((group) => group.areas.length)}
      say={({ series, index }) => {
        const group = groups[series]!;
        const area = group.areas[index]!;
        return t('charts.point', {
          category: group.name === null ? area.name : `${group.name}, ${area.name}`,
          series: format.percent(area.share),
          value: format.value(area.value, settings),
          index: format.count(index + 1),
          count: format.count(group.areas.length),
        });
      }}
      point={point}
      filters={filters}
      table={table}
      drawing={drawing}
    />
  );
}

/** Many parts of a whole as areas. */
export default function Treemap(widget: WidgetProps<TreemapProps>) {
  return useTexts('charts') && <LoadedTreemap {...widget} />;
}
