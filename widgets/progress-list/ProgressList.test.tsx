// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createItems } from './items.ts';

afterEach(cleanup);

const itemsOf = (props: object, rows: object[]) =>
  createItems({ category: 'name', value: 'n', ...props }, rows as never);

describe('the items of a progress list', () => {
  it('should compare with the target of the row, of all rows, or the largest figure', () => {
    const rows = [
      { name: 'a', n: 50, goal: 40 },
      { name: 'b', n: '20.5', goal: 0 },
      { name: 'c', n: -5, goal: null },
      { name: 'd', n: Number.NaN, goal: 10 },
    ];
    const read = (props: object) =>
      itemsOf(props, rows).items.map(({ share, length }) => [share, Math.round(length * 1000) / 1000]);
    expect(read({ targetField: 'goal' })).toEqual([
      [1.25, 1],
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
    expect(read({ target: 100 })).toEqual([
      [0.5, 0.5],
      [0.205, 0.205],
      [-0.05, 0],
      [null, 0],
    ]);
    expect(read({})).toEqual([
      [null, 1],
      [null, 0.41],
      [null, 0],
      [null, 0],
    ]);
  });

  it('should take the tone of the row, else that of the last level reached', () => {
    const levels = [
      { from: 0.9, tone: 'success' },
      { from: 0, tone: 'danger' },
    ];
    const rows = [
      { name: 'a', n: 95, tone: 'warning' },
      { name: 'b', n: 95, tone: 'pink' },
      { name: 'c', n: 10 },
      { name: 'd', n: -1 },
    ];
    expect(itemsOf({ target: 100, levels, toneField: 'tone' }, rows).items.map(({ tone }) => tone)).toEqual([
      'warning',
      'success',
      'danger',
      null,
    ]);
  });

  it('should name what it cannot read', () => {
    const rows = [{ name: 'a', n: 1, goal: 'muito' }];
    expect(itemsOf({ category: 'x' }, rows).problem).toEqual({ kind: 'unknown', field: 'x' });
    expect(itemsOf({ value: 'name' }, rows).problem).toEqual({ kind: 'text', field: 'name' });
    expect(itemsOf({ targetField: 'goal' }, rows).problem).toEqual({ kind: 'text', field: 'goal' });
    expect(itemsOf({ target: 'dez' }, rows).problem).toEqual({ kind: 'text', field: 'target' });
  });
});

describe('progress-list', () => {
  const list = (props: object, rows: object[]) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'progress-list',
          source: 'rows',
          props: { title: 'Metas', category: 'name', value: 'n', ...props },
          on: { select: [{ navigate: '/g/{row.id}/{event.category}/{event.value}' }] },
        },
      ],
      { state: { rows }, sources: { rows: { value: { $expr: 'state.rows' } } } },
    );

  it('should say figure, target, part and tone, and select by arrows and Enter', async () => {
    const rows = [
      { id: 1, name: 'Sul', n: 996 },
      { id: 2, name: 'Norte', n: 1200 },
    ];
    const { host } = renderScreen(list({ target: 1000, levels: [{ from: 1, tone: 'success' }] }, rows));
    const found = await screen.findByRole('list', { name: 'Metas' });
    expect(
      within(found)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Sul996 de 1.00099%', 'Norte1.200 de 1.000120%, bom']);
    // The table, the menu of its files, then the rows.
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(host.navigations).toEqual(['/g/2/Norte/1200']);
  });

  it.each<[object[], string]>([
    [[{ name: 'a', n: 'muitos' }], 'O campo “n” tem textos em vez de números.'],
    [[{ name: 'a', n: null }], 'Sem valores para mostrar'],
  ])('should say in place what keeps it from being shown', async (rows, message) => {
    renderScreen(list({}, rows));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('should render a window of many rows', async () => {
    renderScreen(
      list(
        {},
        Array.from({ length: 10_000 }, (_, n) => ({ name: `r${n}`, n })),
      ),
    );
    const found = await screen.findByRole('list', { name: 'Metas' });
    expect(within(found).getAllByRole('listitem').length).toBeLessThan(80);
  });
});

it('should show the same values as a table, and the bars again', async () => {
  const rows = [
    { name: 'Recife', n: 45, goal: 50 },
    { name: 'Natal', n: 10, goal: 40 },
  ];
  renderScreen(
    screenOf(
      [
        {
          id: 'goals',
          type: 'progress-list',
          source: 'rows',
          props: { title: 'Metas', category: 'name', value: 'n', targetField: 'goal' },
        },
      ],
      { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar como tabela' }));
  const table = screen.getByRole('table', { name: 'Metas' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([
    ['Recife', '45', '50', '90%'],
    ['Natal', '10', '40', '25%'],
  ]);
  expect(screen.queryByRole('list')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar como gráfico' }));
  expect(screen.getByRole('list', { name: 'Metas' })).toBeTruthy();
});
