// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf, stubMedia } from '../../../src/engine/react/testing/render.tsx';
import { focused, orders } from '../testing.ts';

let restoreMedia: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreMedia();
});

/** Orders with a selection, below the filters of the same source. */
const renderList = () =>
  renderScreen(
    screenOf(
      [
        {
          id: 'filters',
          type: 'filter-bar',
          source: 'orders',
          props: { fields: [{ field: 'text', control: 'search', label: 'Busca' }] },
        },
        {
          id: 'list',
          type: 'table',
          source: 'orders',
          props: {
            columns: [{ field: 'name', title: 'Nome' }],
            selection: {
              actions: [
                {
                  id: 'archive',
                  text: 'Arquivar',
                  do: [{ request: { post: '/archive', body: { ids: { $expr: 'event.keys' } } } }],
                },
              ],
            },
          },
        },
      ],
      { sources: { orders: { get: '/orders', rows: 'data', total: 'total', list: 'state.list' } } },
    ),
    { answer: (_, __, { method }) => (method === 'get' ? { data: orders, total: 3 } : {}) },
  );

const box = (name: string) => screen.getByRole('checkbox', { name: `Selecionar ${name}` });
const bar = () => screen.queryByRole('region', { name: 'Seleção' });

it('should stand where the filters are, which come back with the last selected row', async () => {
  renderList();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Bento' }));
  const selection = await screen.findByRole('region', { name: 'Seleção' });
  expect(within(selection).getByText('1 selecionado')).toBeTruthy();
  // The filters keep their room, and nobody reaches them.
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.getByRole('search', { hidden: true }).parentElement?.contains(selection)).toBe(true);
  // The toolbar stays, and tells the number to whoever does not see the bar.
  expect(screen.getByText('3 itens').textContent).toBe('3 itens, 1 selecionado');
  fireEvent.click(box('Bento'));
  expect(bar()).toBeNull();
  expect(screen.getByRole('search')).toBeTruthy();
});

it('should be cleared by Escape and by its button, with the focus among the rows', async () => {
  const user = userEvent.setup();
  renderList();
  const bento = await screen.findByRole('checkbox', { name: 'Selecionar Bento' });
  await user.click(bento);
  await user.click(box('Zebra'));
  expect(screen.getByText('2 selecionados')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(bar()).toBeNull();
  expect(focused()).toBe(box('Zebra'));
  await user.click(bento);
  await user.click(screen.getByRole('button', { name: 'Limpar seleção' }));
  expect(bar()).toBeNull();
  expect((bento as HTMLInputElement).checked).toBe(false);
  expect(focused()).toBe(bento);
  // From the bar itself, too.
  await user.click(bento);
  screen.getByRole('button', { name: 'Arquivar' }).focus();
  await user.keyboard('{Escape}');
  expect(bar()).toBeNull();
  expect(document.querySelector('table')?.contains(focused())).toBe(true);
});

it('should run an action with the selected rows, and give the room back', async () => {
  const { host } = renderList();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Bento' }));
  fireEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
  await waitFor(() => expect(host.requests[0]?.body).toEqual({ ids: [3] }));
  await waitFor(() => expect(bar()).toBeNull());
  expect(screen.getByRole('search')).toBeTruthy();
});

it('should leave the filters of a phone where they are, and make room for toasts', async () => {
  restoreMedia = stubMedia((query) => query.includes('max-width'));
  renderList();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Bento' }));
  expect(await screen.findByRole('region', { name: 'Seleção' })).toBeTruthy();
  expect(screen.getByRole('search')).toBeTruthy();
  expect(document.documentElement.style.getPropertyValue('--thumb-bar')).toBe('56px');
  fireEvent.click(screen.getByRole('button', { name: 'Limpar seleção' }));
  expect(bar()).toBeNull();
  expect(document.documentElement.style.getPropertyValue('--thumb-bar')).toBe('');
});
