// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { legendOfMarks, optionOfMarks, roomOfMarks, type AcrossMark } from './across-marks.ts';
import type { ChartTheme } from './chart-theme.ts';

const theme = {
  tones: { neutral: '#444444', success: '#117711', warning: '#aa7700', danger: '#aa0000' },
  fontFamily: 'Inter',
} as unknown as ChartTheme;
const goal: AcrossMark = {
  axis: 'yAxis',
  at: 16.7,
  label: 'Média',
  figure: '16,7',
  tone: 'neutral',
  line: 'dashed',
};
const note: AcrossMark = { axis: 'xAxis', at: 2, label: 'Entrega', tone: 'neutral', line: 'dotted' };
const labels = (marks: readonly AcrossMark[], inLegend?: boolean) =>
  optionOfMarks(marks, theme, inLegend).markLine!.data.map(({ label }) => ({
    position: label.position,
    text: label.formatter(),
    ...('show' in label && { show: label.show }),
  }));

it('the label of a goal stands beside the plot, which leaves room for it; a note stands in the plot', () => {
  expect(labels([goal, note])).toEqual([
    { position: 'end', text: '{figure|16,7}\nMédia', show: true },
    { position: 'insideEndTop', text: 'Entrega' },
  ]);
  expect(roomOfMarks([goal, note], theme).right).toBeGreaterThan(20);
  expect(roomOfMarks([note], theme)).toEqual({ right: 0, top: 0 });
  expect(roomOfMarks([{ ...goal, to: 20 }], theme).right).toBe(0);
});

it('the goal of horizontal bars is named above them', () => {
  expect(labels([{ ...goal, axis: 'xAxis', down: true }])).toEqual([
    { position: 'start', text: '{figure|16,7} Média', show: true },
  ]);
  expect(roomOfMarks([{ ...goal, axis: 'xAxis' }], theme)).toEqual({ right: 0, top: 20 });
});

it('a long label takes no more than its share of the chart', () => {
  expect(roomOfMarks([{ ...goal, label: 'x'.repeat(500) }], theme).right).toBeLessThan(130);
});

it('a legend names the goals where something else stands beside the plot', () => {
  expect(labels([goal], true)[0]!.show).toBe(false);
  expect(legendOfMarks([goal, note]).map(({ name }) => name)).toEqual(['Média: 16,7']);
});
