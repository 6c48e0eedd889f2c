// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createHeatMap, legendOf } from './heat-map-cells.ts';

afterEach(cleanup);

const names = { column: String, row: String, others: 'Outros' };
const model = (rows: object[], props: object = {}) =>
  createHeatMap({ column: 'c', row: 'r', value: 'v', ...props }, rows as never, names);

describe('the cells of a heat map', () => {
  it('should keep gaps, add up doubled cells, and put periods in order', () => {
    const { columns, rows, grid } = model(
      [
        { c: '2026-02-01', r: 'A', v: 2 },
        { c: '2026-01-01', r: 'B', v: '3.5' },
        { c: '2026-02-01', r: 'A', v: 5 },
        { c: '2026-01-01', r: 'A', v: null },
        { c: null, r: null, rRest: true, v: 1 },
      ],
      { unit: 'month' },
    );
    expect(columns.map(({ raw }) => raw)).toEqual(['2026-01-01', '2026-02-01', null]);
    expect(rows.map(({ text }) => text)).toEqual(['B', 'A', 'Outros']);
    expect(grid.map((line) => line.map((cell) => cell?.value ?? null))).toEqual([
      [3.5, null, null],
      [null, 7, null],
      [null, null, 1],
    ]);
    // Two rows in one cell are none that can be selected.
    expect(grid[1]![1]!.source).toBeNull();
  });

  it('should give every value a step, the highest one too, and one step to equal values', () => {
    const many = model(Array.from({ length: 11 }, (_, at) => ({ c: at, r: 'A', v: at * 10 })));
    expect(many.cells.map(({ step }) => step)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
    expect(model([{ c: 1, r: 'A', v: 7 }]).steps).toEqual([{ from: 7, to: 7 }]);
    expect(
      model([
        { c: 1, r: 'A', v: -1 },
        { c: 2, r: 'A', v: 0 },
      ]).steps,
    ).toHaveLength(2);
  });

  it('should say what it cannot draw, and have nothing without values', () => {
    expect(model([{ c: 1, r: 'A', v: 'x' }]).problem).toEqual({ kind: 'text', field: 'v' });
    expect(model([{ c: 1, v: 1 }]).problem).toEqual({ kind: 'unknown', field: 'r' });
    const many = Array.from({ length: 100_000 }, (_, at) => ({ c: at, r: at % 2, v: at }));
    expect(model(many).problem).toEqual({ kind: 'points', count: 200_000, limit: 50_000 });
    expect(model([{ c: 1, r: 'A', v: null }]).cells).toEqual([]);
    expect(
      model([
        { c: 1, r: 'A', v: 'Infinity' },
        { c: 2, r: 'A', v: 1 },
      ]).cells,
    ).toHaveLength(1);
  });
});

it('names steps of whole figures in its legend so that no figure belongs to two', () => {
  const steps = [
    { from: 0, to: 10 },
    { from: 10, to: 20 },
  ];
  const cellsOf = (...values: number[]) => values.map((value) => ({ value })) as never;
  expect(legendOf(steps, cellsOf(3, 20))).toEqual([
    { from: 0, to: 9 },
    { from: 10, to: 20 },
  ]);
  expect(legendOf(steps, cellsOf(3.5, 20))).toEqual(steps);
});

describe('heat-map', () => {
  it('should announce cells in both directions, select one with its days, and have a table', async () => {
    const rows = [
      { id: 1, c: '2026-01-01', r: 'A', v: 10 },
      { id: 2, c: '2026-02-01', r: 'A', v: 1200 },
      { id: 3, c: '2026-01-01', r: 'B', v: 5 },
    ];
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 'it',
            type: 'heat-map',
            source: 'rows',
            props: {
              title: 'Calor',
              column: 'c',
              row: 'r',
              value: 'v',
              unit: 'month',
              valueLabel: 'Pedidos',
            },
            on: { select: [{ navigate: '/o/{row.id}/{event.series}/{event.from}/{event.to}' }] },
          },
        ],
        { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    const plot = await screen.findByRole('application', { name: 'Calor' });
    expect(document.body.textContent).toContain(
      '3 valores de Pedidos: maior 1.200 em A, fevereiro de 2026, menor 5 em B, janeiro de 2026.',
    );
    plot.focus();
    const said = () => document.querySelector('figure [role="status"]')!.textContent;
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(said()).toBe('fevereiro de 2026, A, 1.200, 2 de 2');
    await userEvent.keyboard('{ArrowDown}');
    expect(said()).toBe('fevereiro de 2026, B, Sem valor, 2 de 2');
    await userEvent.keyboard('{Enter}{ArrowUp}{Enter}');
    expect(host.navigations).toEqual(['/o/2/A/2026-02-01/2026-02-28']);
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Linhajaneiro de 2026fevereiro de 2026', 'A101.200', 'B5–']);
  });

  it('should name rows by their own map where columns have the same values', async () => {
    const rows = [
      { hour: 1, day: 1, v: 10 },
      { hour: 2, day: 2, v: 4 },
    ];
    renderScreen(
      screenOf(
        [
          {
            id: 'it',
            type: 'heat-map',
            source: 'rows',
            props: {
              title: 'Horas',
              column: 'hour',
              row: 'day',
              value: 'v',
              rowMap: { 1: 'segunda', 2: 'terça' },
            },
          },
        ],
        { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    await screen.findByRole('application', { name: 'Horas' });
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    const texts = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(texts).toEqual(['Linha12', 'segunda10–', 'terça–4']);
  });
});
