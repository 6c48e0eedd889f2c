// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createAreas } from './areas.ts';

afterEach(cleanup);

const areas = (rows: object[], props: object = {}) =>
  createAreas(
    { category: 'c', value: 'v', ...props },
    rows as never,
    { area: String, group: String, others: 'Outros' },
    new Map(),
  );

describe('the areas of a treemap', () => {
  it('should put the largest first, in groups of which six have a colour', () => {
    const rows = Array.from({ length: 16 }, (_, at) => ({ c: `c${at}`, g: at % 8, v: 16 - at }));
    const { groups, total } = areas(rows, { groupBy: 'g' });
    expect(total).toBe(136);
    expect(groups.map(({ key, color }) => [key, color])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, null],
      [7, null],
    ]);
    expect(groups[0]!.areas.map(({ name, value }) => [name, value])).toEqual([
      ['c0', 16],
      ['c8', 8],
    ]);
  });

  it('should list what has no area, and say what it cannot draw', () => {
    const { groups, listed } = areas([
      { c: 'a', v: 3 },
      { c: 'b', v: 0 },
      { c: 'd', v: -2 },
      { c: 'e', v: null },
    ]);
    expect(groups.map((group) => group.areas.length)).toEqual([1]);
    expect(listed.map(({ value, share }) => [value, share])).toEqual([
      [3, 1],
      [0, null],
      [-2, null],
      [null, null],
    ]);
    expect(areas([{ c: 'a', v: 1 }], { groupBy: 'x' }).problem).toEqual({ kind: 'unknown', field: 'x' });
    const many = Array.from({ length: 5001 }, (_, at) => ({ c: at, v: 1 }));
    expect(areas(many).problem).toEqual({ kind: 'points', count: 5001, limit: 5000 });
  });
});

describe('treemap', () => {
  it('should announce its areas by group, select one, and have a table', async () => {
    const rows = [
      { id: 1, c: 'A', g: 'Sul', v: 60 },
      { id: 2, c: 'B', g: 'Norte', v: 30 },
      { id: 3, c: 'C', g: 'Sul', v: 10 },
    ];
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 'it',
            type: 'treemap',
            source: 'rows',
            props: { title: 'Mapa', category: 'c', value: 'v', groupBy: 'g' },
            on: { select: [{ navigate: '/a/{row.id}/{event.series}' }] },
          },
        ],
        { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    const plot = await screen.findByRole('application', { name: 'Mapa' });
    expect(document.body.textContent).toContain('Total 100. Sul 70%, Norte 30%.');
    plot.focus();
    const said = () => document.querySelector('figure [role="status"]')!.textContent;
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(said()).toBe('Sul, C, 10%, 10, 2 de 2');
    await userEvent.keyboard('{Enter}{ArrowDown}{Home}');
    expect(host.navigations).toEqual(['/a/3/Sul']);
    expect(said()).toBe('Norte, B, 30%, 30, 1 de 1');
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    expect(within(screen.getByRole('table')).getAllByRole('row')[1]!.textContent).toBe('SulA6060%');
  });
});
