import { useMemo } from 'react';
import type { FunnelProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, toScalar } from '../../src/engine/react/index.ts';
import type {
  ChartInput,
  ChartPoint,
  FigureFormat,
  FigureSettings,
  Resolved,
  ShownChart,
  Translate,
} from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createDrawing } from './option.ts';
import { createStages } from './stages.ts';
import type { Stage } from './stages.ts';

/** From where to where the process goes, and where most is lost. */
function summaryOf(
  stages: readonly Stage[],
  { t, format, settings }: { t: Translate; format: FigureFormat; settings: FigureSettings },
): string {
  const known = stages.filter(({ value }) => value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return t('charts.summary.empty');
  const loss = known.reduce<Stage | null>(
    (worst, stage) =>
      stage.ofPrevious !== null && stage.ofPrevious < (worst?.ofPrevious ?? 1) ? stage : worst,
    null,
  );
  const ends = {
    first: format.value(first.value, settings),
    firstAt: first.name,
    last: format.value(last.value, settings),
    lastAt: last.name,
  };
  if (!loss || last.ofFirst === null) return t('charts.funnel.short', ends);
  return t('charts.funnel.summary', {
    ...ends,
    share: format.percent(last.ofFirst),
    lossAt: loss.name,
    kept: format.percent(loss.ofPrevious!),
  });
}

function useFunnel({
  props,
  data,
  t,
  format,
  settings,
  selectable,
  category,
}: ChartInput<Resolved<FunnelProps>>): ShownChart {
  const { stages, problem } = useMemo(
    () => createStages(props, data.rows, category.nameOf, t('charts.others')),
    [props, data.rows, category.nameOf, t],
  );
  const measure = props.valueLabel || props.value;
  const drawing = useMemo(
    () =>
      createDrawing({
        stages,
        format,
        settings,
        measure,
        words: { ofFirst: t('charts.funnel.ofFirst'), ofPrevious: t('charts.funnel.ofPrevious') },
        selectable,
        chosen: category.chosen,
      }),
    [stages, format, settings, measure, t, selectable, category.chosen],
  );
  const table = useMemo(() => {
    const percent = (share: number | null) => (share === null ? '–' : format.percent(share));
    return chartTable(stages, [
      { name: category.label, value: ({ name }) => name },
      { name: measure, value: ({ value }) => value, text: ({ value }) => format.value(value, settings) },
      {
        name: t('charts.funnel.ofFirst'),
        value: ({ ofFirst }) => ofFirst,
        text: ({ ofFirst }) => percent(ofFirst),
      },
      {
        name: t('charts.funnel.ofPrevious'),
        value: ({ ofPrevious }) => ofPrevious,
        text: ({ ofPrevious }) => percent(ofPrevious),
      },
    ]);
  }, [stages, category.label, measure, t, format, settings]);

  function point({ index }: ChartPosition): ChartPoint | null {
    const stage = stages[index];
    if (!stage) return null;
    const { raw, name, value, row } = stage;
    return { category: toScalar(raw), label: name, series: props.value, value, row };
  }

  return {
    problem,
    isEmpty: stages.every(({ value }) => value === null),
    summary: summaryOf(stages, { t, format, settings }),
    counts: [stages.length],
    say: ({ index }) => {
      const { name, value, ofFirst } = stages[index]!;
      const figure = value === null ? t('charts.noValue') : format.value(value, settings);
      const values = {
        category: name,
        value: figure,
        index: format.count(index + 1),
        count: format.count(stages.length),
      };
      return ofFirst === null || index === 0
        ? t('charts.lonePoint', values)
        : t('charts.point', { ...values, series: figure, value: format.percent(ofFirst) });
    },
    point,
    table,
    drawing,
  };
}

/** Stages of a process, each with what is left of the first. */
export default defineChart<Resolved<FunnelProps>>({
  icon: 'data-funnel',
  defaultHeight: 240,
  category: ({ props: { category, categoryLabel, bind, map }, t, titleOf }) => ({
    field: category,
    bind,
    map,
    label: categoryLabel || titleOf(category) || t('charts.category'),
  }),
  useChart: useFunnel,
});
