// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen, screenOf, stubMedia } from '../../src/engine/react/testing/render.tsx';
import type * as Cell from './cell.tsx';

/** The rows whose cells were drawn, by their place. */
const drawn: number[] = [];

vi.mock('./cell.tsx', async (original) => {
  const cell = await original<typeof Cell>();
  const drawCell: typeof Cell.drawCell = (...items) => {
    drawn.push(items[2]);
    return cell.drawCell(...items);
  };
  return { ...cell, drawCell };
});

beforeEach(() => void drawn.splice(0));
afterEach(cleanup);

const columns = [
  { field: 'name', title: 'Nome' },
  { field: 'amount', title: 'Valor', cell: 'number' },
  { field: 'shout', title: 'Grito', value: { $expr: '$uppercase(row.name)' } },
];

async function refreshed(props: Record<string, unknown>): Promise<number[]> {
  let rows = Array.from({ length: 40 }, (_, id) => ({ id, name: `Item ${id}`, amount: 1 }));
  const list = {
    id: 'list',
    type: 'table',
    source: 'orders',
    props: { label: 'Pedidos', columns, ...props },
  };
  const again = {
    id: 'again',
    type: 'button',
    props: { text: 'Atualizar' },
    on: { press: [{ refresh: 'orders' }] },
  };
  renderScreen(
    screenOf([again, list], {
      sources: { orders: { get: '/orders', rows: 'data.rows', total: 'data.totalRows' } },
      state: { page: 1, perPage: 50, order: '' },
    }),
    {
      answer: () => ({ data: { rows, totalRows: rows.length } }),
    },
  );
  await screen.findByText('ITEM 39');
  expect(new Set(drawn).size).toBe(40);
  drawn.splice(0);
  // As the client's loads do: what is the same keeps its identity.
  rows = rows.map((row) => (row.id === 5 ? { ...row, amount: 8 } : row));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Atualizar' }));
  await waitFor(() => expect(screen.getByText('8')).toBeTruthy());
  return drawn;
}

it('should draw the one row that has new data', async () => {
  expect(new Set(await refreshed({}))).toEqual(new Set([5]));
});

it('should do so with everything that the full table adds', async () => {
  const full = { paging: 'none', adjustable: true, selection: {} };
  expect(new Set(await refreshed(full))).toEqual(new Set([5]));
});

it('should do so in cards', async () => {
  const back = stubMedia((query) => query.includes('max-width'));
  expect(new Set(await refreshed({}))).toEqual(new Set([5]));
  back();
});
