// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { TileMapProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createTileMap } from './map-tiles.ts';
import { neighbour, stateOf, states } from './states.ts';

afterEach(cleanup);

const base: Resolved<TileMapProps> = { state: 'uf', value: 'n' };
const at = (uf: string) => states.findIndex((one) => one.uf === uf);
const named = (from: string, ...keys: string[]) =>
  states[keys.reduce((index, key) => neighbour(key, index) ?? -1, at(from))]!.uf;

describe('the states', () => {
  it('should be 27 on squares of their own, found by letters, name or number', () => {
    expect(new Set(states.map(({ column, row }) => `${column} ${row}`)).size).toBe(27);
    expect(['SP', ' são paulo', 'Sao Paulo', 35, '35', 'sp'].map(stateOf)).toEqual(Array(6).fill(at('SP')));
    expect([null, undefined, '', 'XX', 99, {}, true].map(stateOf)).toEqual(Array(7).fill(undefined));
  });

  it('should lead to neighbours by arrow keys, over gaps, and nowhere at the edge', () => {
    expect(named('SP', 'ArrowRight')).toBe('MG');
    expect(named('SP', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('RS');
    expect(named('RS', 'ArrowDown')).toBe('RS');
    expect(named('AP', 'ArrowRight')).toBe('MA');
    expect(named('ES', 'ArrowDown')).toBe('RJ');
    expect(neighbour('Home', 0)).toBeUndefined();
    // Every state can be reached from every other.
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
    const reached = new Set([0]);
    for (const one of reached) for (const key of keys) reached.add(neighbour(key, one)!);
    expect(reached.size).toBe(27);
  });
});

describe('the steps of a tile map', () => {
  const rows = [1, 2, 3, 4, 100].map((n, index) => ({ uf: states[index]!.uf, n }));
  const stepsOf = (props: object, given: object[] = rows) => {
    const { tiles, steps } = createTileMap({ ...base, ...props }, given as never);
    return [tiles.filter(({ row }) => row).map(({ step }) => step), steps];
  };

  it('should have as many states each, or an equal part of the range, or begin at given limits', () => {
    expect(stepsOf({ steps: 2 })[0]).toEqual([0, 0, 1, 1, 1]);
    expect(stepsOf({ steps: 4, scale: 'even' })).toEqual([
      [0, 0, 0, 0, 1],
      [
        { from: 1, to: 4 },
        { from: 100, to: 100 },
      ],
    ]);
    expect(stepsOf({ limits: [50, 3] })).toEqual([
      [0, 0, 1, 1, 2],
      [
        { from: null, to: 3 },
        { from: 3, to: 50 },
        { from: 50, to: null },
      ],
    ]);
  });

  it('should keep equal values in one step, and leave gaps without one', () => {
    const equal = [7, 7, 7, null, Number.NaN].map((n, index) => ({ uf: states[index]!.uf, n }));
    expect(stepsOf({}, equal)).toEqual([[0, 0, 0, null, null], [{ from: 7, to: 7 }]]);
    expect(stepsOf({}, [{ uf: 'SP', n: null }])).toEqual([[null], []]);
  });

  it('should name what it cannot read, and refuse two rows of one state', () => {
    const problem = (props: object, given: object[]) =>
      createTileMap({ ...base, ...props }, given as never).problem;
    expect(problem({ state: 'x' }, rows)).toEqual({ kind: 'unknown', field: 'x' });
    expect(problem({ value: 'uf' }, rows)).toEqual({ kind: 'text', field: 'uf' });
    const many = Array.from({ length: 10_000 }, (_, index) => ({ uf: states[index % 27]!.uf, n: index }));
    expect(problem({}, many)).toEqual({ kind: 'doubled', state: 'Roraima' });
  });
});

describe('tile-map', () => {
  const map = (rows: object[], props: object = {}) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'tile-map',
          source: 'rows',
          props: { title: 'Vendas', state: 'uf', value: 'n', ...props },
          on: { select: [{ navigate: '/s/{event.category}/{event.value}/{row.id}' }] },
        },
      ],
      { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
    );
  const rows = [
    { id: 1, uf: 'SP', n: 120 },
    { id: 2, uf: 'Minas Gerais', n: 80 },
    { id: 3, uf: 'Exterior', n: 5 },
  ];

  it('should say what it shows, announce neighbours, select one, and name what is off the map', async () => {
    const { host } = renderScreen(map(rows, { valueLabel: 'Pedidos' }));
    const plot = await screen.findByRole('application', { name: 'Vendas' });
    expect(document.getElementById(plot.getAttribute('aria-describedby')!)!.textContent).toContain(
      '2 estados com valor: maior 120 em São Paulo, menor 80 em Minas Gerais.',
    );
    expect(screen.getByText('Fora do mapa: Exterior 5.')).toBeTruthy();
    plot.focus();
    await userEvent.keyboard('{End}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowRight}');
    expect(document.querySelector('figure [role="status"]')!.textContent).toBe('Minas Gerais, 80, 22 de 27');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(document.querySelector('[data-state="SP"]')!);
    // A state without a row has nothing to open.
    await userEvent.click(document.querySelector('[data-state="AC"]')!);
    expect(host.navigations).toEqual(['/s/Minas%20Gerais/80/2', '/s/SP/120/1']);
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(0, 3)
        .map((row) => row.textContent),
    ).toEqual(['EstadoPedidos', 'São Paulo120', 'Minas Gerais80']);
  });

  it.each<[object[], string]>([
    [[...rows, { id: 4, uf: 35, n: 1 }], 'Mais de uma linha para São Paulo. Agrupe os dados por estado.'],
    [[{ uf: 'SP', n: 'muitos' }], 'O campo “n” tem textos em vez de números.'],
    [[{ uf: 'SP', n: null }], 'Sem valores para mostrar'],
  ])('should say in place what keeps it from being drawn', async (given, text) => {
    renderScreen(map(given));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
  });
});
