// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/contracts/json.ts';
import { failure } from '../../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf, stubMedia } from '../../../src/engine/react/testing/render.tsx';
import { focused, orders } from '../testing.ts';

let restoreMedia: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreMedia();
});

const archiving = {
  id: 'archive',
  text: 'Arquivar',
  do: [{ request: { post: '/archive', body: { ids: { $expr: 'event.keys' } } } }],
};

/** Orders with a selection, below the filters of the same source. */
const renderList = (actions: JsonObject[] = [archiving], write: (path: string) => Json = () => ({})) =>
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
            selection: { actions },
          },
        },
      ],
      { sources: { orders: { get: '/orders', rows: 'data', total: 'total', list: 'state.list' } } },
    ),
    { answer: (path, __, { method }) => (method === 'get' ? { data: orders, total: 3 } : write(path)) },
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

it('should keep selected what an action says has failed, and nothing else', async () => {
  const names = (): (string | null)[] =>
    screen.getAllByRole('checkbox', { checked: true }).map((element) => element.getAttribute('aria-label'));
  const archive = {
    id: 'archive',
    text: 'Arquivar',
    keep: 'state.failed',
    do: [{ set: { 'state.failed': { $expr: '[event.keys[$ = 1]]' } } }],
  };
  renderList([archive]);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar todos' }));
  fireEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
  const failed = orders.find(({ id }) => id === 1)!;
  await waitFor(() => expect(names()).toEqual([`Selecionar ${failed.name}`]));
  expect(screen.getByText('1 selecionado')).toBeTruthy();
  // Nothing has failed of a selection without it.
  fireEvent.click(box(failed.name));
  fireEvent.click(box('Bento'));
  fireEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
  await waitFor(() => expect(bar()).toBeNull());
});

it.each([
  ['fails', {}],
  ['fails and says so itself', { onError: [{ toast: { error: 'Não' } }] }],
])('should keep the rows selected whose own action %s, and no others', async (_, more) => {
  const close = { request: { post: '/close/{row.id}' }, ...more };
  renderList([{ id: 'close', text: 'Fechar', per: 'row', do: [close] }], (path) => {
    if (path === '/close/3') throw failure(422, 'Não');
    return {};
  });
  const checked = () =>
    screen.getAllByRole('checkbox', { checked: true }).map((one) => one.getAttribute('aria-label'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar todos' }));
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(checked()).toEqual(['Selecionar Bento']));
  expect(screen.getByText('1 selecionado')).toBeTruthy();
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

it('should keep the page and the selected rows when the list loads again', async () => {
  const { host } = renderScreen(
    screenOf(
      [
        {
          id: 'again',
          type: 'button',
          props: { text: 'Atualizar' },
          on: { press: [{ refresh: 'orders' }] },
        },
        {
          id: 'list',
          type: 'table',
          source: 'orders',
          props: { columns: [{ field: 'name', title: 'Nome' }], selection: { actions: [archiving] } },
        },
      ],
      { sources: { orders: { get: '/orders', rows: 'data', total: 'total', list: 'state.list' } } },
    ),
    {
      answer: (_path, query, { method }) => {
        if (method !== 'get') return {};
        const isSecond = query.get('page') === '2';
        return { data: isSecond ? orders : [{ id: 90, name: 'Primeira' }], total: 53 };
      },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Página 2' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Bento' }));
  const before = host.loads.length;
  fireEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
  await waitFor(() => expect(host.loads.length).toBeGreaterThan(before));
  expect(host.loads.at(-1)).toContain('page=2');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selecionar Bento' }).checked).toBe(true),
  );
  expect(screen.queryByText('Primeira')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Arquivar' }));
  await waitFor(() => expect(host.requests.at(-1)?.body).toEqual({ ids: [3] }));
});
