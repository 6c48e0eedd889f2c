import type { ChartTheme, ChartTone } from './chart-theme.ts';
import type { LegendEntry } from './ChartLegend.tsx';
import type { ChartPart } from './load-parts.ts';
import { textWidth } from '../room/text-width.ts';

/** A line across a chart at a value of an axis, or a band from it to another value. */
export interface AcrossMark {
  axis: 'xAxis' | 'yAxis';
  at: number | string;
  to?: number | string | undefined;
  label: string;
  /** The value in words, above the label of a line that stands beside the plot. */
  figure?: string;
  tone: ChartTone;
  /** The other axis runs downwards, so that the line begins at the top. */
  down?: boolean;
  /** The label of a band stands at its bottom. */
  low?: boolean;
  /** Notes are dotted, goals dashed. */
  line: 'dashed' | 'dotted';
}

const isBand = ({ to }: AcrossMark) => to !== undefined;

/** The parts of the library that marks need. */
export const partsOfMarks = (marks: readonly AcrossMark[]): ChartPart[] => [
  ...(marks.some((mark) => !isBand(mark)) ? (['lines-across'] as const) : []),
  ...(marks.some(isBand) ? (['areas-across'] as const) : []),
];

const labelSize = 11;
/** Pixels between the plot and the labels of its lines, and after them. */
const besideLabel = 12;
/** Pixels of a label beside the plot; a longer one is cut. */
const longestLabel = 112;

/** A line at a figure: its label stands beside the plot, where it covers no bar and no number. Notes stand in the plot. */
const isBesidePlot = (mark: AcrossMark) => !isBand(mark) && mark.line === 'dashed';

/** Pixels that labels beside the plot need: at the right for lines across, above for lines up and down. */
export function roomOfMarks(marks: readonly AcrossMark[], theme: ChartTheme): { right: number; top: number } {
  const beside = marks.filter(isBesidePlot);
  const widths = beside
    .filter(({ axis }) => axis === 'yAxis')
    .flatMap(({ label, figure = '' }) => [
      textWidth(label, `${labelSize}px ${theme.fontFamily}`),
      textWidth(figure, `600 ${labelSize}px ${theme.fontFamily}`),
    ]);
  return {
    right: widths.length === 0 ? 0 : Math.ceil(Math.min(longestLabel, Math.max(...widths))) + besideLabel,
    top: beside.some(({ axis }) => axis === 'xAxis') ? 20 : 0,
  };
}

/** Names of the lines for a legend, where something else stands beside the plot. */
export const legendOfMarks = (marks: readonly AcrossMark[]): LegendEntry[] =>
  marks.filter(isBesidePlot).map(({ label, figure, tone }) => ({
    name: figure === undefined ? label : `${label}: ${figure}`,
    color: tone,
    line: true,
    dash: [4, 2],
  }));

/**
 * Settings of a series that carries the marks: lines with their name beside the plot, notes and bands with theirs inside.
 * @param inLegend a legend names the lines
 */
export function optionOfMarks(marks: readonly AcrossMark[], theme: ChartTheme, inLegend = false) {
  const labelOf = ({ label, tone }: AcrossMark) => ({
    color: theme.tones[tone],
    fontSize: labelSize,
    rotate: 0,
    formatter: () => label,
  });
  const besideOf = (mark: AcrossMark) => {
    const { axis, label, figure, tone, down } = mark;
    const isAbove = axis === 'xAxis';
    return {
      ...labelOf(mark),
      show: !inLegend,
      position: down ? ('start' as const) : ('end' as const),
      distance: isAbove ? 4 : 6,
      formatter: () =>
        figure === undefined
          ? label
          : isAbove
            ? `{figure|${figure}} ${label}`
            : `{figure|${figure}}\n${label}`,
      lineHeight: 14,
      ...(!isAbove && { width: longestLabel, overflow: 'truncate' as const }),
      rich: { figure: { color: theme.tones[tone], fontSize: labelSize, fontWeight: 600, lineHeight: 14 } },
    };
  };
  const lines = marks.filter((mark) => !isBand(mark));
  const bands = marks.filter(isBand);
  const shared = { silent: true, animation: false };
  return {
    ...(lines.length > 0 && {
      markLine: {
        ...shared,
        symbol: 'none',
        data: lines.map((mark) => ({
          [mark.axis]: mark.at,
          name: mark.label,
          lineStyle: { color: theme.tones[mark.tone], type: mark.line, width: 1 },
          label: isBesidePlot(mark)
            ? besideOf(mark)
            : { ...labelOf(mark), position: 'insideEndTop' as const },
        })),
      },
    }),
    ...(bands.length > 0 && {
      markArea: {
        ...shared,
        data: bands.map((mark) => [
          {
            [mark.axis]: mark.at,
            name: mark.label,
            itemStyle: { color: theme.tones[mark.tone], opacity: 0.1 },
            label: {
              ...labelOf(mark),
              position: mark.low
                ? ('insideBottom' as const)
                : mark.axis === 'yAxis'
                  ? ('insideTopRight' as const)
                  : ('insideTop' as const),
            },
          },
          { [mark.axis]: mark.to },
        ]),
      },
    }),
  };
}
