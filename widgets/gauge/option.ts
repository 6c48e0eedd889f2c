import type { FigureFormat, FigureSettings } from '../../src/engine/react/index.ts';
import { chartColorOf, mixColors, textWidth, tooltipBase, tooltipContent } from '../../src/ui/index.ts';
import type { ChartDrawing } from '../../src/ui/index.ts';
import type { Reading } from './reading.ts';

interface DrawingInput {
  reading: Reading;
  format: FigureFormat;
  settings: FigureSettings;
  name: string;
  goalName: string;
  selectable: boolean;
}

/** How much of a tone the bands on the arc's rim have. */
const tint = 0.55;

/** Drawing of the library: a half circle with its figure inside, the ends below, bands on its rim and the goal across it. */
export function createDrawing({
  reading,
  format,
  settings,
  name,
  goalName,
  selectable,
}: DrawingInput): ChartDrawing {
  const { value, goal, min, max, bands, band } = reading;
  return {
    parts: ['gauge'],
    marks: 1,
    option: (theme, { width, height }) => {
      const ends = 20;
      const small = `11px ${theme.fontFamily}`;
      const goalText = goal === null ? '' : format.short(goal, settings);
      const goalWidth = textWidth(goalText, small);
      const goalRoom = goal === null ? 0 : 16;
      const radius = Math.max(
        24,
        Math.min(width / 2 - (goal === null ? 4 : goalWidth + 16), height - ends - goalRoom - 4),
      );
      const thickness = Math.max(8, Math.round(radius * 0.18));
      const color = band ? theme.tones[band.tone] : chartColorOf(theme, 0);
      const text = value === null ? '–' : format.short(value, settings);
      const inside = (radius - thickness) * 1.3;
      const size = [36, 32, 28, 24, 20, 16].find(
        (one) => textWidth(text, `600 ${one}px ${theme.fontFamily}`) < inside && one < radius * 0.45,
      );
      const share = (at: number) => Math.min(1, Math.max(0, (at - min) / (max - min)));
      const shared = {
        type: 'gauge' as const,
        center: ['50%', goalRoom + 4 + radius],
        radius,
        startAngle: 180,
        endAngle: 0,
        min,
        max,
        splitLine: { show: false },
        axisTick: { show: false },
        axisLabel: { show: false },
        title: { show: false },
        cursor: selectable ? 'pointer' : 'default',
      };
      const rim = bands.flatMap((one, index): [number, string][] => {
        const before: [number, string][] =
          index === 0 && one.from > min ? [[share(one.from), theme.grid]] : [];
        return [...before, [share(one.to), mixColors(theme.tones[one.tone], theme.background, tint)]];
      });
      /** A text at a distance from the middle of the circle. */
      const textAt = (x: number, y: number, words: string, fill: string) => ({
        ...shared,
        silent: true,
        data: [{ value: min }],
        axisLine: { show: false },
        pointer: { show: false },
        detail: {
          show: true,
          offsetCenter: [x, y],
          color: fill,
          fontSize: 11,
          fontWeight: 'normal' as const,
          formatter: () => words,
        },
      });
      const end = radius - thickness / 2;
      /** A text below an end of the arc, within the plot. */
      const endText = (side: 1 | -1, words: string) =>
        textAt(side * Math.min(end, (width - textWidth(words, small)) / 2), 14, words, theme.text);
      const goalAngle = Math.PI * (1 - share(goal ?? min));
      return {
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'item',
          formatter: () =>
            tooltipContent(name, [
              { color, name: band?.label ?? '', value: format.value(value, settings) },
              ...(goal === null
                ? []
                : [{ color: theme.strongText, name: goalName, value: format.value(goal, settings) }]),
            ]),
        },
        series: [
          {
            ...shared,
            // A figure beyond the arc fills it, or leaves it empty; its text says how far it is.
            data: [{ name, value: value === null ? min : Math.min(max, Math.max(min, value)) }],
            axisLine: { lineStyle: { width: thickness, color: [[1, theme.grid]] } },
            progress: {
              show: value !== null,
              width: thickness,
              itemStyle: { color },
            },
            pointer: { show: false },
            anchor: { show: false },
            detail: {
              show: true,
              offsetCenter: [0, -radius * 0.12],
              color: theme.strongText,
              fontSize: size ?? 14,
              fontWeight: 600,
              formatter: () => text,
            },
          },
          endText(-1, format.short(min, settings)),
          endText(1, format.short(max, settings)),
          ...(rim.length > 0
            ? [
                {
                  ...shared,
                  silent: true,
                  radius: radius - thickness - 3,
                  data: [],
                  axisLine: { lineStyle: { width: 4, color: rim } },
                  pointer: { show: false },
                  detail: { show: false },
                },
              ]
            : []),
          ...(goal === null
            ? []
            : [
                {
                  ...shared,
                  silent: true,
                  data: [{ value: Math.min(max, Math.max(min, goal)) }],
                  axisLine: { show: false },
                  pointer: {
                    show: true,
                    icon: 'rect',
                    width: 2,
                    length: thickness + 6,
                    offsetCenter: [0, -(radius - thickness - 2)],
                    itemStyle: { color: theme.strongText },
                  },
                  detail: { show: false },
                },
                textAt(
                  Math.cos(goalAngle) * (radius + 10 + goalWidth / 2),
                  -Math.sin(goalAngle) * (radius + 10),
                  goalText,
                  theme.strongText,
                ),
              ]),
        ],
      };
    },
  };
}
