import type { FigureFormat, FigureSettings, Scalar } from '../../src/engine/react/index.ts';
import { chartColorOf, textWidth, tooltipBase, tooltipContent } from '../../src/ui/index.ts';
import type { ChartDrawing } from '../../src/ui/index.ts';
import type { Stage } from './stages.ts';

interface DrawingInput {
  stages: readonly Stage[];
  format: FigureFormat;
  settings: FigureSettings;
  measure: string;
  words: { ofFirst: string; ofPrevious: string };
  selectable: boolean;
  chosen: Scalar;
}

/** Share of the width up to which names grow, and what is free between names, funnel and figures. */
const nameShare = 0.36;
const sharesFrom = 320;
const gap = 12;

/** Drawing of the library: names at the left, bars around the middle, and figures with their shares at the right, all aligned. */
export function createDrawing({
  stages,
  format,
  settings,
  measure,
  words,
  selectable,
  chosen,
}: DrawingInput): ChartDrawing {
  const figureOf = ({ value }: Stage) => (value === null ? '–' : format.short(value, settings));
  const shareOf = ({ ofFirst }: Stage) => (ofFirst === null ? '' : format.percent(ofFirst));
  // A figure below zero has no width; its text says what it is.
  const widths = stages.map(({ value }) => Math.max(0, value ?? 0));
  // A stage that grows beyond the first is the widest.
  const most = Math.max(1e-9, ...widths);
  return {
    parts: ['bar'],
    marks: stages.length,
    markOf: ({ index }) => ({ seriesIndex: 1, dataIndex: index }),
    positionOf: ({ dataIndex }) => ({ series: 0, index: dataIndex }),
    option: (theme, { width }) => {
      const widest = (texts: readonly string[], font: string) =>
        Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text, `${font} ${theme.fontFamily}`))));
      const left =
        Math.min(
          widest(
            stages.map(({ name }) => name),
            '12px',
          ),
          Math.round(width * nameShare),
        ) +
        gap +
        4;
      const figures = widest(stages.map(figureOf), '600 12px');
      // A narrow tile has no room for shares, which the tooltip and the table have too.
      const hasShares = width >= sharesFrom;
      const shares = hasShares ? widest(stages.map(shareOf), '12px') : -gap;
      const right = figures + shares + gap * 2;
      const axis = {
        type: 'category' as const,
        inverse: true,
        axisLine: { show: false },
        axisTick: { show: false },
        data: stages.map((_, index) => index),
      };
      return {
        grid: { left, right, top: 0, bottom: 0, outerBoundsMode: 'none' },
        xAxis: { type: 'value', show: false, min: 0, max: most },
        yAxis: [
          {
            ...axis,
            axisLabel: {
              color: theme.strongText,
              fontSize: 12,
              margin: gap,
              width: left - gap,
              overflow: 'truncate',
              interval: 0,
              formatter: (index: string) => stages[Number(index)]?.name ?? '',
            },
          },
          {
            ...axis,
            position: 'right',
            axisLabel: {
              interval: 0,
              margin: gap,
              formatter: (index: string) => {
                const stage = stages[Number(index)]!;
                return `{figure|${figureOf(stage)}}${hasShares ? `{share|${shareOf(stage)}}` : ''}`;
              },
              rich: {
                figure: {
                  width: figures,
                  align: 'right',
                  fontSize: 12,
                  fontWeight: 600,
                  color: theme.strongText,
                },
                share: { width: shares + gap, align: 'right', fontSize: 12, color: theme.text },
              },
            },
          },
        ],
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'item',
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const stage = stages[dataIndex];
            if (!stage) return '';
            const { name, value, ofFirst, ofPrevious } = stage;
            const color = chartColorOf(theme, 0);
            const share = (of: string, part: number | null) =>
              part === null ? [] : [{ color: 'transparent', name: of, value: format.percent(part) }];
            return tooltipContent(name, [
              { color, name: measure, value: format.value(value, settings) },
              ...(dataIndex === 0 ? [] : share(words.ofFirst, ofFirst)),
              ...share(words.ofPrevious, ofPrevious),
            ]);
          },
        },
        series: [
          // Invisible bars that centre the others.
          {
            type: 'bar',
            stack: 'stage',
            silent: true,
            barCategoryGap: '14%',
            itemStyle: { color: 'transparent' },
            data: widths.map((size) => (most - size) / 2),
          },
          {
            type: 'bar',
            stack: 'stage',
            cursor: selectable ? 'pointer' : 'default',
            itemStyle: { color: chartColorOf(theme, 0), borderRadius: 2 },
            emphasis: {
              itemStyle: {
                color: chartColorOf(theme, 0),
                borderColor: theme.strongText,
                borderWidth: 1.5,
              },
            },
            data: stages.map(({ raw }, index) => ({
              value: widths[index]!,
              ...(chosen !== null && chosen !== raw && { itemStyle: { opacity: 0.3 } }),
            })),
          },
        ],
      };
    },
  };
}
