// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stubMedia } from '../../../src/engine/react/testing/render.tsx';
import { focused, lines, renderOrders, rowOf } from '../testing.ts';

let back: () => void = () => undefined;
afterEach(() => {
  cleanup();
  back();
});

const columns = [
  { field: 'name', title: 'Nome' },
  { title: 'Ações', child: 'approve' },
  { title: 'Duas', child: 'two' },
];
const press = (id: string, text: string, at = id) => ({
  id,
  type: 'button',
  props: { text },
  on: { press: [{ request: { post: `/orders/{row.id}/${at}` } }] },
});
const cell = [
  press('approve', 'Aprovar'),
  {
    id: 'two',
    type: 'stack',
    props: { direction: 'horizontal' },
    children: [
      press('less', 'Menos'),
      { ...press('more', 'Mais'), visible: { $expr: "row.state = 'open'" } },
    ],
  },
];

describe('a column of nodes', () => {
  it('should show its node in every cell, with the row in scope', async () => {
    const { host } = renderOrders({ columns }, {}, { slots: { cell } });
    const row = await rowOf('ávila');
    fireEvent.click(await within(row).findByRole('button', { name: 'Aprovar' }));
    await waitFor(() => expect(host.requests.at(-1)?.address).toBe('/orders/2/approve'));
    expect(screen.getAllByRole('button', { name: 'Menos' })).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: 'Mais' })).toHaveLength(2);
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should be reached by the arrow keys, and by Tab only once', async () => {
    renderOrders({ columns }, {}, { slots: { cell } });
    const row = await rowOf('Zebra');
    await within(row).findByRole('button', { name: 'Mais' });
    await waitFor(() => expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(1));
    row.cells[0]!.focus();
    fireEvent.keyDown(focused()!, { key: 'ArrowRight' });
    expect(focused()).toBe(within(row).getByRole('button', { name: 'Aprovar' }));
    fireEvent.keyDown(focused()!, { key: 'ArrowDown' });
    expect(focused()?.closest('tr')).toBe(await rowOf('ávila'));
    fireEvent.keyDown(focused()!, { key: 'ArrowUp' });
    fireEvent.keyDown(focused()!, { key: 'ArrowRight' });
    expect(focused()).toBe(row.cells[2]);
    fireEvent.keyDown(focused()!, { key: 'Enter' });
    expect(focused()).toBe(within(row).getByRole('button', { name: 'Menos' }));
    fireEvent.keyDown(focused()!, { key: 'ArrowRight' });
    expect(focused()).toBe(within(row).getByRole('button', { name: 'Mais' }));
    fireEvent.keyDown(focused()!, { key: 'Escape' });
    expect(focused()).toBe(row.cells[2]);
    expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(1);
  });

  it('should lead into a control for typing with Enter, and out of it with Escape', async () => {
    const search = { id: 'search', type: 'search-box', props: { bind: 'state.search', label: 'Nota' } };
    renderOrders(
      { columns: [columns[0], { title: 'Nota', child: 'search' }] },
      {},
      { slots: { cell: [search] } },
    );
    const row = await rowOf('Zebra');
    const input = await within(row).findByRole('searchbox');
    row.cells[0]!.focus();
    fireEvent.keyDown(focused()!, { key: 'ArrowRight' });
    expect(focused()).toBe(row.cells[1]);
    fireEvent.keyDown(focused()!, { key: 'Enter' });
    expect(focused()).toBe(input);
    fireEvent.keyDown(input, { key: 'ArrowLeft' });
    expect(focused()).toBe(input);
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(focused()).toBe(row.cells[1]);
  });

  it('should be named by its column in the cards of a narrow table', async () => {
    back = stubMedia((query) => query.includes('max-width'));
    const { host } = renderOrders({ columns }, {}, { slots: { cell } });
    const card = (await screen.findByText('ávila')).closest('li')!;
    expect(within(card).getByText('Ações')).toBeTruthy();
    const button = await within(card).findByRole('button', { name: 'Aprovar' });
    expect(button.tabIndex).toBe(0);
    fireEvent.click(button);
    await waitFor(() => expect(host.requests.at(-1)?.address).toBe('/orders/2/approve'));
  });
});

describe('the slots of a table', () => {
  it('should stand above and below its rows', async () => {
    renderOrders({}, {}, { slots: { toolbar: [press('all', 'Tudo')], footer: [press('end', 'Fim')] } });
    await rowOf('Zebra');
    const before = await screen.findByRole('button', { name: 'Tudo' });
    const after = await screen.findByRole('button', { name: 'Fim' });
    const grid = screen.getByRole('grid');
    expect(before.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(after.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(lines()).toHaveLength(3);
  });

  it('should stand for the rows when there are none', async () => {
    renderOrders({}, { rows: [] }, { slots: { empty: [press('new', 'Novo pedido')] } });
    expect(await screen.findByRole('button', { name: 'Novo pedido' })).toBeTruthy();
    expect(screen.queryByText('Não há itens para exibir')).toBeNull();
  });
});
