// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { readGauge } from './reading.ts';

afterEach(cleanup);

const read = (props: object, rows: object[] = []) => readGauge(props as never, rows as never);

describe('the reading of a gauge', () => {
  it('should read figures from props or rows, and find the band of a figure', () => {
    const bands = [
      { from: 0, tone: 'danger' },
      { from: 50, tone: 'success', label: 'Bom' },
    ];
    expect(
      read({ field: 'v', take: 'sum', goalField: 'g', bands }, [{ v: 30, g: 90 }, { v: '40' }]),
    ).toMatchObject({
      value: 70,
      goal: 90,
      min: 0,
      max: 100,
      band: { from: 50, to: 100, label: 'Bom' },
      problem: null,
    });
    expect(read({ value: 0.5, format: 'percent' })).toMatchObject({ value: 0.5, max: 1, band: null });
  });

  it('should say what it cannot show, and keep a figure beyond its arc as it is', () => {
    expect(read({ value: 1, min: 5, max: 5 }).problem).toBe('range');
    expect(read({ field: 'v' }, [{ v: 'a' }]).problem).toEqual({ kind: 'text', field: 'v' });
    expect(read({ field: 'v' }, [{ w: 1 }]).problem).toEqual({ kind: 'unknown', field: 'v' });
    expect(read({ value: 'NaN' }).value).toBeNull();
    expect(read({ value: 130, max: 100 })).toMatchObject({ value: 130, max: 100 });
  });
});

it('ends at a round number that holds its figure and its goal, unless the definition gives the end', () => {
  expect(read({ value: 60 }).max).toBe(100);
  expect(read({ value: 104 }).max).toBe(200);
  expect(read({ value: 60, goal: 450 }).max).toBe(500);
  expect(read({ value: 1000 }).max).toBe(1000);
  expect(read({ value: 1.2, format: 'percent' }).max).toBe(2);
  expect(read({ value: 104, max: 100 }).max).toBe(100);
});

describe('gauge', () => {
  const gauge = (props: object) =>
    screenOf([{ id: 'it', type: 'gauge', props: { title: 'No prazo', ...props } }]);

  it('should say figure, range, goal and band in words', async () => {
    renderScreen(
      gauge({
        value: 0.86,
        format: 'percent',
        goal: 0.9,
        bands: [{ from: 0.8, tone: 'success', label: 'Bom' }],
      }),
    );
    await screen.findByRole('application', { name: 'No prazo' });
    expect(document.body.textContent).toContain('No prazo: 86%, de 0% a 100%. Meta: 90%. Faixa: Bom.');
  });

  it('should name the ends of an arc that has no length', async () => {
    renderScreen(gauge({ value: 1, min: 9, max: 3 }));
    expect(await screen.findByText('O arco vai de 9 a 3: o fim deve ser maior que o início.')).toBeTruthy();
  });
});
