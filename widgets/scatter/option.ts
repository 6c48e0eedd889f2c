import { isFiniteNumber } from '../../src/contracts/json.ts';
import type { ScatterProps } from '../../src/engine/core/index.ts';
import type { FigureFormat, FigureSettings, Resolved, Scalar } from '../../src/engine/react/index.ts';
import {
  chartColorOf,
  optionOfMarks,
  partsOfMarks,
  roomOfMarks,
  tooltipBase,
  tooltipContent,
} from '../../src/ui/index.ts';
import type { AcrossMark, ChartDrawing, ChartTheme } from '../../src/ui/index.ts';
import type { Point, Points } from './points.ts';

interface DrawingInput {
  props: Resolved<ScatterProps>;
  points: Points;
  format: FigureFormat;
  settings: { x: FigureSettings; y: FigureSettings; size: FigureSettings };
  labels: { x: string; y: string; size: string };
  selectable: boolean;
  chosen: { category: Scalar; series: Scalar };
}

/** Shapes of groups for who asks for more contrast. */
const shapes = ['circle', 'triangle', 'rect', 'diamond', 'pin', 'arrow', 'roundRect'];
/** Diameters of a point, of the largest one and of the smallest one with sizes, and of one among many, in pixels. */
const diameter = 9;
const largestDiameter = 44;
const smallestDiameter = 5;
/** Points up to this number have a size and an outline of their own. */
const manyFrom = 2_000;

const marksOf = ({ props, format, settings }: DrawingInput): AcrossMark[] =>
  (props.thresholds ?? []).flatMap(({ axis, value, to, label, tone = 'neutral' }): AcrossMark[] =>
    isFiniteNumber(value)
      ? [
          {
            axis: axis === 'x' ? 'xAxis' : 'yAxis',
            at: value,
            to: isFiniteNumber(to) ? to : undefined,
            label,
            figure: format.short(value, settings[axis ?? 'y']),
            tone,
            line: 'dashed',
          },
        ]
      : [],
  );

/** Drawing of the library: points between two axes that need not begin at zero. */
export function createDrawing(input: DrawingInput): ChartDrawing {
  const { props, points, format, settings, labels, selectable, chosen } = input;
  const { groups, count, largest } = points;
  const marks = marksOf(input);
  const isMany = count > manyFrom;
  // The area of a point shows its size.
  const sizeOf = ({ size }: Point) =>
    size === null || largest === null || largest <= 0
      ? smallestDiameter
      : Math.max(smallestDiameter, largestDiameter * Math.sqrt(Math.max(0, size) / largest));
  const isDimmed = (point: Point, key: Scalar) =>
    (chosen.category !== null && chosen.category !== point.raw) ||
    (chosen.series !== null && chosen.series !== key);
  const hasChoice = chosen.category !== null || chosen.series !== null;
  const axis = (theme: ChartTheme, of: 'x' | 'y') => ({
    type: 'value' as const,
    scale: true,
    splitNumber: of === 'x' ? 5 : 4,
    name: labels[of],
    nameTextStyle: {
      color: theme.text,
      fontSize: 11,
      ...(of === 'y' ? { align: 'left' as const, padding: [0, 0, 0, -2] } : {}),
    },
    ...(of === 'x' ? { nameLocation: 'middle' as const, nameGap: 26 } : { nameGap: 10 }),
    axisLine: { show: of === 'x', onZero: false, lineStyle: { color: theme.grid } },
    axisTick: { show: false },
    splitLine: { show: of === 'y', lineStyle: { color: theme.grid } },
    axisLabel: {
      color: theme.text,
      fontSize: 11,
      hideOverlap: true,
      formatter: (value: number) => format.short(value, settings[of]),
    },
  });
  return {
    parts: ['scatter', ...partsOfMarks(marks)],
    marks: count,
    option: (theme) => ({
      grid: {
        left: 4,
        right: Math.max(16, roomOfMarks(marks, theme).right),
        top: Math.max(4, roomOfMarks(marks, theme).top),
        bottom: 0,
        outerBoundsMode: 'same',
        outerBoundsContain: 'all',
      },
      xAxis: axis(theme, 'x'),
      yAxis: axis(theme, 'y'),
      tooltip: {
        ...tooltipBase(theme),
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
          const group = groups[seriesIndex];
          const point = group?.points[dataIndex];
          if (!group || !point) return '';
          const color = chartColorOf(theme, group.color);
          const plain = 'transparent';
          return tooltipContent(point.name, [
            ...(props.splitBy ? [{ color, name: group.name, value: '' }] : []),
            { color: plain, name: labels.x, value: format.value(point.x, settings.x) },
            { color: plain, name: labels.y, value: format.value(point.y, settings.y) },
            ...(props.size
              ? [{ color: plain, name: labels.size, value: format.value(point.size, settings.size) }]
              : []),
          ]);
        },
      },
      series: groups.map((group, index) => ({
        type: 'scatter',
        name: group.name,
        cursor: selectable ? 'pointer' : 'default',
        symbol: theme.patterns ? shapes[index % shapes.length] : 'circle',
        symbolSize: isMany
          ? 4
          : props.size
            ? (_: unknown, { dataIndex }: { dataIndex: number }) => sizeOf(group.points[dataIndex]!)
            : diameter,
        // Points of one kind are drawn in one go.
        large: isMany && !props.size && !hasChoice,
        largeThreshold: manyFrom,
        progressive: 0,
        itemStyle: {
          color: chartColorOf(theme, group.color),
          opacity: isMany ? 0.5 : props.size ? 0.65 : 0.85,
          ...(!isMany && { borderColor: theme.background, borderWidth: 1 }),
        },
        emphasis: { scale: 1.2, itemStyle: { opacity: 1, borderColor: theme.strongText, borderWidth: 1.5 } },
        data: group.points.map((point) =>
          hasChoice && isDimmed(point, group.key)
            ? { value: [point.x, point.y], itemStyle: { opacity: 0.12 } }
            : [point.x, point.y],
        ),
        ...(index === 0 && optionOfMarks(marks, theme)),
      })),
    }),
  };
}
