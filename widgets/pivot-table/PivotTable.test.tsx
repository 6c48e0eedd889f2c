// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { PivotTableProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createPivot } from './pivot.ts';
import type { PivotNode } from './pivot.ts';

afterEach(cleanup);

const rows = [
  { area: 'Sul', company: 'Acme', month: '2026-02-01', n: 5 },
  { area: 'Sul', company: 'Acme', month: '2026-01-01', n: 3 },
  { area: 'Sul', company: 'Boreal', month: '2026-01-01', n: null },
  { area: 'Norte', company: null, companyRest: true, month: '2026-01-01', n: 2 },
];
// Averages: a sum in the browser would show other figures.
const totals = [
  { groups: ['area', 'month'], rows: [{ area: 'Sul', month: '2026-01-01', n: 30 }] },
  { groups: ['month'], rows: [{ month: '2026-01-01', n: 21 }] },
  { groups: ['area', 'company'], rows: [{ area: 'Sul', company: 'Acme', n: 4 }] },
  { groups: [], rows: [{ n: 33 }] },
  { groups: ['other'], rows: [{ other: 1, n: 9 }] },
];
const base: Resolved<PivotTableProps> = {
  rows: [
    { field: 'area', label: 'Área' },
    { field: 'company', label: 'Empresa' },
  ],
  columns: [{ field: 'month', label: 'Mês', unit: 'month' }],
  measures: [{ field: 'n', label: 'Pedidos' }],
};
const pivotOf = (props: object = {}, data: object[] = rows, given: unknown = totals) =>
  createPivot({ ...base, ...props }, data as never, given);
const names = (nodes: readonly PivotNode[]): unknown[] =>
  nodes.map(({ path, children }) => {
    const raw = path.at(-1)?.raw ?? null;
    return children.length > 0 ? [raw, names(children)] : raw;
  });

describe('the model of a pivot table', () => {
  it('should have rows in the order of the data, and dates of a unit in that of time', () => {
    const { roots, columns } = pivotOf();
    expect(names(roots)).toEqual([
      ['Sul', ['Acme', 'Boreal']],
      ['Norte', [null]],
    ]);
    expect(columns.map(({ path }) => path.map(({ raw }) => raw))).toEqual([
      ['2026-01-01'],
      ['2026-02-01'],
      [],
    ]);
  });

  it('should take every total from its own row, and never add up', () => {
    const { roots, columns, total, rowAt } = pivotOf();
    const sul = roots[0]!;
    const figures = [sul, sul.children[0]!, total!].map((node) =>
      columns.map((column) => rowAt(node, column)?.['n']),
    );
    expect(figures).toEqual([
      [30, undefined, undefined],
      [3, 5, 4],
      [21, undefined, 33],
    ]);
    expect(pivotOf({}, rows, null).total).toBeNull();
  });

  it('should tell all others from a value that is missing', () => {
    const both = [...rows, { area: 'Norte', company: null, month: '2026-01-01', n: 7 }];
    const norte = pivotOf({}, both).roots[1]!;
    expect(norte.children.map(({ path }) => path.at(-1)!.isRest)).toEqual([true, false]);
  });

  it('should refuse what it cannot read, cells of two rows, and more columns than anyone can read', () => {
    const problem = (...given: Parameters<typeof pivotOf>) => pivotOf(...given).problem;
    expect(problem({ rows: [{ field: 'x', label: '' }] })).toEqual({ kind: 'unknown', field: 'x' });
    expect(problem({ measures: [{ field: 'area', label: '' }] })).toEqual({ kind: 'text', field: 'area' });
    expect(problem({ columns: [] })).toMatchObject({ kind: 'doubled' });
    expect(problem({}, rows, 'many')).toEqual({ kind: 'totals' });
    expect(problem({}, rows, [{ rows: [] }])).toEqual({ kind: 'totals' });
    const wide = Array.from({ length: 10_000 }, (_, at) => ({ area: 'a', company: 'b', month: at, n: 1 }));
    expect(problem({}, wide, [])).toEqual({ kind: 'columns', count: 10_000, limit: 200 });
    expect(problem({}, [], null)).toBeNull();
  });
});

describe('pivot-table', () => {
  const table = (props: object = {}, data: object[] = rows) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'pivot-table',
          source: 'rows',
          props: { ...base, title: 'Vendas', totals: { $expr: JSON.stringify(totals) }, ...props },
          on: { select: [{ navigate: '/s/{event.series}/{event.value}/{row.n}' }] },
        },
      ],
      { state: { rows: data }, sources: { rows: { value: { $expr: 'state.rows' } } } },
    );
  const text = () =>
    within(screen.getByRole('treegrid'))
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join('|'));

  it('should show groups with their totals, and open and close them by keyboard', async () => {
    const { host } = renderScreen(table());
    await screen.findByRole('treegrid', { name: 'Vendas' });
    expect(text()).toEqual([
      'Área / Empresa|janeiro de 2026|fevereiro de 2026|Total',
      'Sul|30||',
      'Acme|3|5|4',
      'Boreal|–||',
      'Norte|||',
      'Outros|2||',
      'Total|21||33',
    ]);
    // The buttons of the head: collapse all, more.
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement!.textContent).toBe('Sul');
    await userEvent.keyboard('{ArrowLeft}');
    expect(text()).toHaveLength(5);
    expect(document.activeElement!.closest('tr')!.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}{Enter}');
    expect(document.activeElement!.textContent).toBe('3');
    await userEvent.keyboard('{Control>}{End}{/Control}{Enter}');
    await userEvent.click(screen.getByText('30'));
    expect(host.navigations).toEqual(['/s/n/3/3', '/s/n/33/33', '/s/n/30/30']);
    await userEvent.click(screen.getByRole('button', { name: 'Recolher tudo' }));
    expect(text()).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Expandir Sul' }));
    expect(text()).toHaveLength(6);
  });

  it('should render a window of many rows, and reach all of them', async () => {
    renderScreen(
      table(
        { rows: [{ field: 'code', label: 'Código' }], columns: [] },
        Array.from({ length: 10_000 }, (_, n) => ({ code: n + 1, n })),
      ),
    );
    const grid = await screen.findByRole('treegrid');
    expect(grid.getAttribute('aria-rowcount')).toBe('10002');
    expect(grid.querySelectorAll('tbody tr[data-row]').length).toBeLessThan(80);
  });

  it.each<[object, object[], string]>([
    [{ columns: [] }, rows, 'Mais de uma linha de dados para Sul, Acme.'],
    [{ totals: { $expr: '1' } }, rows, 'Os totais não são uma lista'],
    [{ measures: [{ field: 'x', label: 'X' }] }, rows, 'Os dados não têm o campo “x”.'],
  ])('should say in place what keeps it from being shown', async (props, data, message) => {
    renderScreen(table(props, data));
    expect(await screen.findByText(message, { exact: false })).toBeTruthy();
    expect(screen.queryByRole('treegrid')).toBeNull();
  });
});
