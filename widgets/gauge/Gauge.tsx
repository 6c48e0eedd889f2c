import { useMemo } from 'react';
import type { GaugeProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, useScreenTitle } from '../../src/engine/react/index.ts';
import type { ChartInput, ChartPoint, Resolved, ShownChart } from '../../src/engine/react/index.ts';
import { createDrawing } from './option.ts';
import { readGauge } from './reading.ts';

function useGauge({
  props,
  data,
  t,
  format,
  settings,
  selectable,
}: ChartInput<Resolved<GaugeProps>>): ShownChart {
  const screenTitle = useScreenTitle();
  const reading = useMemo(() => readGauge(props, data.rows), [props, data.rows]);
  const { value, goal, min, max, bands, band, problem } = reading;
  const name = props.valueLabel || props.title || props.label || screenTitle;
  const goalName = props.goalLabel || t('charts.goal');
  const drawing = useMemo(
    () => createDrawing({ reading, format, settings, name, goalName, selectable }),
    [reading, format, settings, name, goalName, selectable],
  );
  const table = useMemo(() => {
    const rows: [string, number | null][] = [
      [name, value],
      ...(goal === null ? [] : [[goalName, goal] as [string, number]]),
      [t('charts.gauge.least'), min],
      [t('charts.gauge.most'), max],
      ...bands.flatMap(({ label, from }): [string, number][] =>
        label ? [[t('charts.gauge.bandFrom', { band: label }), from]] : [],
      ),
    ];
    return chartTable(rows, [
      { name: t('charts.name'), value: ([of]) => of },
      { name: t('charts.value'), value: ([, one]) => one, text: ([, one]) => format.value(one, settings) },
    ]);
  }, [name, value, goal, goalName, min, max, bands, t, format, settings]);

  const figure = value === null ? t('charts.noValue') : format.value(value, settings);
  const said = {
    name,
    value: figure,
    min: format.value(min, settings),
    max: format.value(max, settings),
    goalName,
    goal: format.value(goal, settings),
  };
  const summary = [
    t(goal === null ? 'charts.gauge.summary' : 'charts.gauge.withGoal', said),
    ...(band?.label ? [t('charts.gauge.band', { band: band.label })] : []),
  ].join(' ');

  function point(): ChartPoint {
    return { category: null, label: name, series: props.field ?? null, value, row: data.rows[0] ?? null };
  }

  return {
    problem: problem === 'range' ? t('charts.gauge.range', said) : problem,
    isEmpty: value === null,
    summary,
    counts: [1],
    say: () => t('charts.lonePoint', { category: name, value: figure, index: '1', count: '1' }),
    point,
    table,
    drawing,
  };
}

/** One figure on an arc from the least to the most. */
export default defineChart<Resolved<GaugeProps>>({
  icon: 'gauge',
  defaultHeight: 160,
  useChart: useGauge,
});
