import type { ChartTheme, ChartTone } from './chart-theme.ts';
import type { ChartPart } from './load-parts.ts';

/** A line across a chart at a value of an axis, or a band from it to another value. */
export interface AcrossMark {
  axis: 'xAxis' | 'yAxis';
  at: number | string;
  to?: number | string | undefined;
  label: string;
  tone: ChartTone;
  /** Notes are dotted, goals dashed. */
  line: 'dashed' | 'dotted';
}

const isBand = ({ to }: AcrossMark) => to !== undefined;

/** The parts of the library that marks need. */
export const partsOfMarks = (marks: readonly AcrossMark[]): ChartPart[] => [
  ...(marks.some((mark) => !isBand(mark)) ? (['lines-across'] as const) : []),
  ...(marks.some(isBand) ? (['areas-across'] as const) : []),
];

/** Settings of a series that carries the marks: lines with their name at the end, bands with theirs inside. */
export function optionOfMarks(marks: readonly AcrossMark[], theme: ChartTheme) {
  const labelOf = ({ label, tone }: AcrossMark) => ({
    color: theme.tones[tone],
    fontSize: 11,
    rotate: 0,
    formatter: () => label,
  });
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
          label: { ...labelOf(mark), position: 'insideEndTop' as const },
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
              position: mark.axis === 'yAxis' ? ('insideTopRight' as const) : ('insideTop' as const),
            },
          },
          { [mark.axis]: mark.to },
        ]),
      },
    }),
  };
}
