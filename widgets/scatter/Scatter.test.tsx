// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createPoints } from './points.ts';

afterEach(cleanup);

const names = { point: String, group: String, others: 'Outros', all: 'x × y' };
const points = (rows: object[], props: object = {}) =>
  createPoints({ x: 'x', y: 'y', ...props }, rows as never, names, new Map());

describe('the points of a scatter', () => {
  it('should leave out points without both figures, and go from left to right', () => {
    const { groups, count } = points([
      { x: 3, y: 1 },
      { x: null, y: 1 },
      { x: '1.5', y: 2 },
      { x: 'NaN', y: 2 },
      { x: 2, y: 'Infinity' },
    ]);
    expect(groups.map((group) => group.points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [1.5, 2],
        [3, 1],
      ],
    ]);
    expect(count).toBe(2);
  });

  it('should give the six largest groups a colour, and put all others together', () => {
    const rows = Array.from({ length: 9 }, (_, g) =>
      Array.from({ length: g + 1 }, (__, at) => ({ x: at, y: g, g: `g${g}` })),
    ).flat();
    const { groups } = points([...rows, { x: 1, y: 1, g: null, gRest: true }], { splitBy: 'g' });
    expect(groups.map((group) => [group.name, group.color, group.points.length])).toEqual([
      ['g3', 0, 4],
      ['g4', 1, 5],
      ['g5', 2, 6],
      ['g6', 3, 7],
      ['g7', 4, 8],
      ['g8', 5, 9],
      ['Outros', null, 7],
    ]);
  });

  it('should take a hundred thousand points, and say what it cannot draw', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ x: at % 977, y: at % 331 }));
    expect(points(many)).toMatchObject({ count: 100_000, problem: null });
    expect(points([{ x: 'a', y: 1 }]).problem).toEqual({ kind: 'text', field: 'x' });
    expect(points([{ x: 1 }]).problem).toEqual({ kind: 'unknown', field: 'y' });
  });
});

describe('scatter', () => {
  it('should say each point with its figures, and filter by its name', async () => {
    const rows = [
      { n: 'Acme', x: 12_300, y: 0.25, s: 4 },
      { n: 'Boreal', x: 900, y: 0.1, s: 40 },
    ];
    renderScreen(
      screenOf(
        [
          {
            id: 'it',
            type: 'scatter',
            source: 'rows',
            props: {
              title: 'Pontos',
              x: 'x',
              xLabel: 'Receita',
              y: 'y',
              yLabel: 'Margem',
              format: 'percent',
              size: 's',
              sizeLabel: 'Pedidos',
              name: 'n',
              nameLabel: 'Empresa',
              bind: 'state.company',
            },
          },
        ],
        { state: { company: null }, sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    const plot = await screen.findByRole('application', { name: 'Pontos' });
    expect(document.body.textContent).toContain('2 pontos. Receita de 900 a 12.300; Margem de 10% a 25%.');
    plot.focus();
    await userEvent.keyboard('{End}{Enter}');
    expect(document.querySelector('figure [role="status"]')!.textContent).toBe(
      'Acme, Receita 12.300, Margem 25%, Pedidos 4, 2 de 2',
    );
    expect(screen.getByRole('button', { name: 'Remover o filtro Empresa: Acme' })).toBeTruthy();
  });
});
