import { useMemo, useRef } from 'react';
import type { ChartProps } from '../../src/engine/core/index.ts';
import { defineChart, figureSettings, toScalar } from '../../src/engine/react/index.ts';
import type { ChartInput, ChartPoint, Resolved, ShownChart } from '../../src/engine/react/index.ts';
import { useWiderThan } from '../../src/ui/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createChartModel } from './chart-model.ts';
import { createDrawing, dashOf, goalsInLegend, hasEndLabels } from './option.ts';
import { pointText, summaryOf, tableOf } from './words.ts';

/** Width from which lines are named at their ends, with the padding of a card. */
const wide = 460;

function useBarsAndLines({
  id,
  props,
  data,
  t,
  format,
  settings,
  selectable,
  colors,
  category,
  series: split,
}: ChartInput<Resolved<ChartProps>>): ShownChart {
  const root = useRef<HTMLElement>(null);
  const isWide = useWiderThan(root, wide, id) !== false;
  const model = useMemo(
    () =>
      createChartModel(
        props,
        data.rows,
        { category: category.nameOf, split: split.nameOf, others: t('charts.others') },
        colors,
      ),
    [props, data.rows, category.nameOf, split.nameOf, t, colors],
  );
  const words = useMemo(() => {
    const right = figureSettings(props.second);
    return { t, format, settingsOf: ({ second }: { second: boolean }) => (second ? right : settings) };
  }, [props, t, format, settings]);
  const ends = isWide && hasEndLabels(props, model);
  const drawing = useMemo(
    () =>
      createDrawing({
        props,
        model,
        format,
        settingsOf: words.settingsOf,
        selectable,
        weekend: t('charts.weekend'),
        ends,
        chosen: { category: category.chosen, series: split.chosen },
      }),
    [props, model, format, words, t, selectable, ends, category.chosen, split.chosen],
  );
  const summary = useMemo(() => summaryOf(model, words), [model, words]);
  const table = useMemo(
    () => (model.categories.length > 0 ? tableOf(model, category.label, words) : null),
    [model, category.label, words],
  );
  const legend = useMemo(
    () => [
      ...(model.series.length > 1 && !ends
        ? model.series.map((one) => ({
            name: one.name,
            color: one.color,
            line: one.kind === 'line',
            dash: one.kind === 'line' ? dashOf(model, one) : null,
            outline: one.outline,
          }))
        : []),
      ...goalsInLegend({ props, model, format, settingsOf: words.settingsOf, ends }),
    ],
    [props, model, format, words, ends],
  );

  function point({ series, index }: ChartPosition): ChartPoint | null {
    const one = model.series[series];
    const row = one?.rows[index];
    const at = model.categories[index];
    // All others together are no row.
    if (!one || !row || !at) return null;
    return {
      category: toScalar(at.raw),
      label: at.text,
      series: one.key,
      value: one.values[index] ?? null,
      row,
    };
  }

  return {
    ref: root,
    problem: model.problem,
    isEmpty: model.isEmpty,
    summary,
    counts: model.series.map(({ values }) => values.length),
    say: (position) => pointText(model, position, words),
    point,
    unit: props.unit,
    table,
    drawing,
    legend,
  };
}

/** Bars, lines and areas of rows. */
export default defineChart<Resolved<ChartProps>>({
  icon: 'data-bar-vertical',
  defaultHeight: 240,
  category: ({ props: { category, categoryLabel, bind, map, unit }, t, titleOf }) => ({
    field: category,
    bind,
    map,
    unit,
    label: categoryLabel || titleOf(category) || t('charts.category'),
  }),
  series: ({ props: { splitBy, splitLabel, splitBind, map }, t }) => ({
    field: splitBy,
    bind: splitBind,
    map,
    label: splitLabel || t('charts.series'),
  }),
  useChart: useBarsAndLines,
});
