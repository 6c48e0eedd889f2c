import { isFiniteNumber } from '../../src/contracts/json.ts';
import type { ChartProps } from '../../src/engine/core/index.ts';
import type { FigureFormat, FigureSettings, Resolved, Scalar } from '../../src/engine/react/index.ts';
import {
  chartColorOf,
  legendOfMarks,
  optionOfMarks,
  partsOfMarks,
  roomOfMarks,
  textWidth,
  tooltipBase,
  tooltipContent,
} from '../../src/ui/index.ts';
import type { AcrossMark, ChartDrawing, ChartTheme, LegendEntry } from '../../src/ui/index.ts';
import { valueAxisStep } from './axis.ts';
import { categoryLabels } from './category-labels.ts';
import type { ChartModel, ModelSeries } from './chart-model.ts';
import { weekendsOf } from './weekends.ts';

/** Patterns of lines, so that colour alone does not tell them apart. */
const dashes: readonly (readonly number[] | null)[] = [null, [6, 4], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2]];

/** Lines up to this number are named at their ends. */
const maxEndLabels = 3;
const endLabelRoom = 88;
/** Figures at bars up to this number of bars. */
const maxLabelledBars = 12;
/** Lines with more points have no dots; those with far more are thinned out for drawing. */
const maxDots = 60;
const sampledFrom = 2_000;
/** Figures and padding beside the names of an axis. */
const besideNames = 48;
/** Long names of horizontal bars are cut to this share of the width. */
const nameShare = 0.38;

export interface DrawingInput {
  props: Resolved<ChartProps>;
  model: ChartModel;
  format: FigureFormat;
  settingsOf(series: Pick<ModelSeries, 'second'>): FigureSettings;
  selectable: boolean;
  /** Name of a weekend. */
  weekend: string;
  /** Lines are named at their ends. */
  ends: boolean;
  /** Values by which the chart filters; null: nothing. */
  chosen: { category: Scalar; series: Scalar };
}

const isLine = ({ kind }: ModelSeries) => kind !== 'bar';

/** The pattern of the line of a series; null is a solid one. */
export function dashOf(model: ChartModel, series: ModelSeries): readonly number[] | null {
  const lines = model.series.filter(isLine);
  return dashes[lines.indexOf(series) % dashes.length] ?? null;
}

/** Whether lines can be named at their ends; otherwise a legend names them. */
export const hasEndLabels = (props: Resolved<ChartProps>, model: ChartModel): boolean =>
  model.series.length > 1 &&
  model.series.length <= maxEndLabels &&
  model.series.every(isLine) &&
  !props.stacked;

/** The category of an axis: its names, or times at their distance. */
function categoryAxis({ props, model, format }: DrawingInput, theme: ChartTheme, width: number) {
  const { categories } = model;
  const times = categories.flatMap(({ time }) => (time === null ? [] : [time]));
  const { unit } = props;
  const years = new Set(times.map((time) => new Date(time).getUTCFullYear()));
  const short = (raw: unknown, text: string) =>
    unit ? format.shortPeriod(raw, unit, years.size <= 1 || categories.length <= 12) : text;
  const axisLabel = {
    color: theme.text,
    fontSize: 11,
    hideOverlap: true,
    ...(props.horizontal && { width: Math.round(width * nameShare), overflow: 'truncate', fontSize: 12 }),
  };
  const line = {
    axisLine: { show: !props.horizontal, lineStyle: { color: theme.grid } },
    axisTick: { show: false },
  };
  if (props.axis === 'time') {
    const byTime = (time: number) =>
      format.shortPeriod(
        new Date(time).toISOString().slice(0, unit === 'hour' ? 24 : 10),
        unit ?? 'day',
        years.size <= 1,
      );
    return {
      type: 'time' as const,
      ...line,
      splitLine: { show: false },
      // Names of periods, once each: the library would name the days between them.
      ...(unit && ['month', 'quarter', 'year'].includes(unit) && { minInterval: 28 * 86_400_000 }),
      axisLabel: { ...axisLabel, formatter: byTime },
    };
  }
  const names = categories.map(({ raw, text }) => short(raw, text));
  // Periods follow each other, so that one that is left out is known by its neighbours.
  const labels =
    props.horizontal || unit
      ? null
      : categoryLabels(names, width - besideNames, (text) => textWidth(text, `11px ${theme.fontFamily}`));
  return {
    type: 'category' as const,
    ...line,
    data: categories.map((_, index) => index),
    inverse: props.horizontal === true,
    boundaryGap: model.series.some(({ kind }) => kind === 'bar'),
    axisLabel: {
      ...axisLabel,
      ...(labels?.all && { interval: 0, hideOverlap: false, rotate: labels.rotate, lineHeight: 14 }),
      formatter: (index: string) => {
        const name = names[Number(index)] ?? '';
        return labels ? labels.text(name) : name;
      },
    },
  };
}

function valueAxis(input: DrawingInput, theme: ChartTheme, second: boolean) {
  const settings = input.settingsOf({ second });
  const own = input.model.series.filter((one) => one.second === second);
  const step = valueAxisStep(
    own.map(({ values }) => values),
    settings.format,
  );
  return {
    type: 'value' as const,
    // Bars and areas are read by their length, which begins at zero.
    scale: own.every(({ kind }) => kind === 'line'),
    // Four to five lines.
    splitNumber: 3,
    ...(step !== undefined && { minInterval: step }),
    splitLine: { show: !second, lineStyle: { color: theme.grid } },
    axisLine: { show: false },
    axisLabel: {
      color: theme.text,
      fontSize: 11,
      hideOverlap: true,
      formatter: (value: number) => input.format.short(value, settings),
    },
  };
}

/** Goals and notes, as lines across the chart or bands of it. */
function marksOf({
  props,
  model,
  format,
  settingsOf,
}: Omit<DrawingInput, 'selectable' | 'chosen' | 'ends' | 'weekend'>): AcrossMark[] {
  const along = props.horizontal ? 'xAxis' : 'yAxis';
  const across = props.horizontal ? 'yAxis' : 'xAxis';
  const thresholds = (props.thresholds ?? []).flatMap(
    ({ value, to, label, tone = 'neutral' }): AcrossMark[] =>
      isFiniteNumber(value)
        ? [
            {
              axis: along,
              at: value,
              to: isFiniteNumber(to) ? to : undefined,
              label,
              figure: format.short(value, settingsOf({ second: false })),
              tone,
              down: props.horizontal === true,
              line: 'dashed',
            },
          ]
        : [],
  );
  const categoryAt = (at: unknown) => {
    const index = model.categories.findIndex(({ raw }) => raw === at);
    return index === -1 ? undefined : props.axis === 'time' ? model.categories[index]!.time! : index;
  };
  const annotations = (props.annotations ?? []).flatMap(({ at, to, label }): AcrossMark[] => {
    const from = categoryAt(at);
    if (from === undefined) return [];
    return [{ axis: across, at: from, to: categoryAt(to), label, tone: 'neutral', line: 'dotted' }];
  });
  return [...thresholds, ...annotations];
}

/** Bands of the weekends of an axis of days. @param width pixels of the chart; bands that are narrower than their name have none */
function weekendMarks({ props, model, weekend }: DrawingInput, theme: ChartTheme | null, width: number) {
  if (!props.weekends || props.axis !== 'time' || props.unit !== 'day') return [];
  const times = model.categories.flatMap(({ time }) => time ?? []);
  const perPixel = (Math.max(...times) - Math.min(...times)) / Math.max(1, width - besideNames);
  const needed = theme ? textWidth(weekend, `11px ${theme.fontFamily}`) + 8 : 0;
  return weekendsOf(times).map(({ from, to }): AcrossMark => ({
    axis: props.horizontal ? 'yAxis' : 'xAxis',
    at: from,
    to,
    label: (to - from) / perPixel < needed ? '' : weekend,
    tone: 'neutral',
    low: true,
    line: 'dotted',
  }));
}

/** Whether names of lines or the figures of a second axis stand at the right, where goals would be named. */
const isRightTaken = ({ model, ends }: Pick<DrawingInput, 'model' | 'ends'>): boolean =>
  ends || model.series.some(({ second }) => second);

/** Goals that a legend names. */
export const goalsInLegend = (
  input: Omit<DrawingInput, 'selectable' | 'chosen' | 'weekend'>,
): LegendEntry[] => (isRightTaken(input) ? legendOfMarks(marksOf(input)) : []);

/** How clearly what was not chosen is seen beside what was. */
const dimmed = 0.3;

function seriesOf(input: DrawingInput, theme: ChartTheme, width: number) {
  const { props, model, format, settingsOf, selectable, ends, chosen } = input;
  const marks = [...weekendMarks(input, theme, width), ...marksOf(input)];
  const isLabelled =
    props.labels === 'always' ||
    (props.labels !== 'never' && model.series.length === 1 && model.categories.length <= maxLabelledBars);
  return model.series.map((one, index) => {
    const color = chartColorOf(theme, one.color);
    const isDimmed = (at: number) =>
      (chosen.category !== null && chosen.category !== model.categories[at]!.raw) ||
      (chosen.series !== null && chosen.series !== one.key);
    const hasChoice = chosen.category !== null || chosen.series !== null;
    const bar = one.kind === 'bar';
    const fill = one.outline ? { color: theme.background, borderColor: color, borderWidth: 1.5 } : { color };
    const dots = one.values.length <= maxDots;
    const data =
      props.axis === 'time'
        ? one.values.map((value, at) => [model.categories[at]!.time, value])
        : one.values.map((value) => value ?? '-');
    const marked = hasChoice
      ? data.map((value, at) => ({ value, itemStyle: { opacity: isDimmed(at) ? dimmed : 1 } }))
      : data;
    const stack = props.stacked && one.kind !== 'line' ? { stack: one.second ? 'right' : 'left' } : {};
    const label = {
      show: isLabelled && (bar || props.labels === 'always'),
      position: (props.stacked ? 'inside' : props.horizontal ? 'right' : 'top') as 'top',
      color: theme.strongText,
      fontSize: 11,
      fontWeight: 600,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const value = one.values[dataIndex];
        return typeof value === 'number' ? format.short(value, settingsOf(one)) : '';
      },
    };
    const shared = {
      name: one.name,
      data: bar ? marked : data,
      cursor: selectable ? 'pointer' : 'default',
      ...(one.second && { [props.horizontal ? 'xAxisIndex' : 'yAxisIndex']: 1 }),
      ...stack,
      label,
      ...(index === 0 && optionOfMarks(marks, theme, isRightTaken(input))),
    };
    if (bar)
      return {
        ...shared,
        type: 'bar' as const,
        barMaxWidth: props.horizontal ? 18 : 32,
        itemStyle: { ...fill, borderRadius: props.stacked ? 0 : 2 },
        emphasis: { itemStyle: { ...fill, borderColor: theme.strongText, borderWidth: 1.5 } },
        labelLayout: { hideOverlap: true },
      };
    return {
      ...shared,
      type: 'line' as const,
      symbol: 'circle',
      symbolSize: 6,
      // A lone value between gaps has no line that shows it.
      showSymbol: dots && one.values.length <= 1,
      showAllSymbol: dots ? true : ('auto' as const),
      connectNulls: false,
      lineStyle: {
        color,
        width: 2,
        opacity: chosen.series !== null && chosen.series !== one.key ? dimmed : 1,
        ...(dashOf(model, one) && { type: [...dashOf(model, one)!] }),
      },
      itemStyle: { color },
      emphasis: { disabled: false, scale: 1.4, lineStyle: { width: 2 } },
      ...(one.kind === 'area' && { areaStyle: { color, opacity: props.stacked ? 0.5 : 0.15 } }),
      ...(one.values.length > sampledFrom && { sampling: 'lttb' as const }),
      ...(ends && {
        endLabel: {
          show: true,
          formatter: () => one.name,
          color: theme.strongText,
          fontSize: 11,
          fontWeight: 600,
          width: endLabelRoom - 12,
          overflow: 'truncate' as const,
        },
        labelLayout: { moveOverlap: 'shiftY' as const },
      }),
    };
  });
}

/** A lone value between gaps is drawn as a dot, as no line leads to it. */
const hasLoneValue = ({ values }: ModelSeries) =>
  values.some(
    (value, at) => value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null,
  );

/** Drawing of the library for a model. */
export function createDrawing(input: DrawingInput): ChartDrawing {
  const { props, model, format, settingsOf } = input;
  const kinds = new Set(
    model.series.map(({ kind }) => (kind === 'bar' ? ('bar' as const) : ('line' as const))),
  );
  const marks = marksOf(input);
  const hasMarks = marks.length > 0;
  return {
    parts: [...kinds, ...partsOfMarks([...weekendMarks(input, null, 0), ...marks])],
    marks: model.categories.length * model.series.length,
    option(theme, { width }) {
      const category = categoryAxis(input, theme, width);
      const hasSecond = model.series.some(({ second }) => second);
      const value = [valueAxis(input, theme, false), ...(hasSecond ? [valueAxis(input, theme, true)] : [])];
      const series = seriesOf(input, theme, width).map((one, index) =>
        one.type === 'line' && hasLoneValue(model.series[index]!) ? { ...one, showSymbol: true } : one,
      );
      const room = isRightTaken(input) ? { right: 0, top: 0 } : roomOfMarks(marks, theme);
      const right = Math.max(input.ends ? endLabelRoom : props.horizontal ? 48 : 12, room.right);
      return {
        grid: {
          left: 4,
          right,
          top: Math.max(props.horizontal ? 4 : hasMarks ? 20 : 12, room.top),
          bottom: props.horizontal ? 4 : 8,
          outerBoundsMode: 'same',
          outerBoundsContain: 'axisLabel',
        },
        [props.horizontal ? 'yAxis' : 'xAxis']: category,
        [props.horizontal ? 'xAxis' : 'yAxis']: props.horizontal
          ? value.map((axis) => ({
              ...axis,
              axisLabel: { ...axis.axisLabel, show: false },
              // The longest bar takes all the room there is; a goal beyond it has to fit too.
              ...(hasMarks || props.stacked ? {} : { max: 'dataMax' as const }),
              splitLine: { show: false },
            }))
          : value,
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'axis',
          axisPointer: {
            type: kinds.has('bar') ? 'shadow' : 'line',
            lineStyle: { color: theme.text, type: 'solid' },
          },
          formatter: (params: unknown) => {
            const points = (Array.isArray(params) ? params : [params]) as {
              seriesIndex?: number;
              dataIndex: number;
            }[];
            const at = points[0]?.dataIndex ?? 0;
            const lines = points.flatMap(({ seriesIndex, dataIndex }) => {
              const one = model.series[seriesIndex ?? -1];
              if (!one) return [];
              return [
                {
                  color: chartColorOf(theme, one.color),
                  name: one.name,
                  value: format.value(one.values[dataIndex] ?? null, settingsOf(one)),
                },
              ];
            });
            return tooltipContent(model.categories[at]?.text ?? '', lines);
          },
        },
        series,
      };
    },
  };
}
