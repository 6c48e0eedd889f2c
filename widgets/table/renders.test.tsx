// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubMedia } from '../../src/engine/react/testing/render.tsx';
import type * as Cells from './cell-content.tsx';
import { renderTable } from './testing.ts';

/** Indices of the rows whose cells were rendered. */
const rendered: number[] = [];

vi.mock('./cell-content.tsx', async (original) => {
  const cells = await original<typeof Cells>();
  const renderCell: typeof Cells.renderCell = (...cell) => {
    rendered.push(cell[2]);
    return cells.renderCell(...cell);
  };
  return { ...cells, renderCell };
});

beforeEach(() => void rendered.splice(0));
afterEach(cleanup);

const columns = [
  { field: 'name', title: 'Nome' },
  { field: 'amount', title: 'Valor', cell: 'number' },
  { field: 'shout', title: 'Grito', value: { $expr: '$uppercase(row.name)' } },
];

/** Rows rendered by a refresh that changes row 5 of 40. */
async function refresh(props: Record<string, unknown>): Promise<Set<number>> {
  let rows = Array.from({ length: 40 }, (_, id) => ({ id, name: `Item ${id}`, amount: 1 }));
  const button = {
    id: 'again',
    type: 'button',
    props: { text: 'Atualizar' },
    on: { press: [{ refresh: 'orders' }] },
  };
  renderTable(
    { label: 'Pedidos', columns, ...props },
    {
      source: 'orders',
      sources: { orders: { get: '/orders', rows: 'data.rows', total: 'data.totalRows' } },
      state: { page: 1, perPage: 50, order: '' },
      before: [button],
    },
    { answer: () => ({ data: { rows, totalRows: rows.length } }) },
  );
  await screen.findByText('ITEM 39');
  expect(new Set(rendered).size).toBe(40);
  rendered.splice(0);
  // Unchanged rows keep their identity, as in the client's loads.
  rows = rows.map((row) => (row.id === 5 ? { ...row, amount: 8 } : row));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Atualizar' }));
  // A card says what the number is.
  await screen.findByText(/^(Valor: )?8$/);
  return new Set(rendered);
}

it('should render only the row that has new data', async () => {
  expect(await refresh({})).toEqual(new Set([5]));
});

it('should render only that row with features', async () => {
  expect(await refresh({ paging: 'none', adjustable: true, selection: {} })).toEqual(new Set([5]));
});

it('should render only that card', async () => {
  const restore = stubMedia((query) => query.includes('max-width'));
  expect(await refresh({})).toEqual(new Set([5]));
  restore();
});
