// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf, stubMedia } from '../../src/engine/react/testing/render.tsx';
import { people, reply, rowOf } from './testing.ts';

let restoreMedia: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreMedia();
});

const empty = {
  title: 'Ninguém ainda',
  text: 'Aqui ficam as pessoas.',
  action: { text: 'Criar', do: [{ navigate: '/people/create' }] },
};

/** A list with a filter bar over the same source; the server finds nobody with a filter, or nobody at all. */
const renderList = (type: 'table' | 'list', rows: readonly unknown[]) =>
  renderScreen(
    screenOf(
      [
        {
          id: 'filters',
          type: 'filter-bar',
          source: 'people',
          props: { fields: [{ field: 'text', control: 'search', label: 'Busca' }] },
        },
        {
          id: 'list',
          type,
          source: 'people',
          props:
            type === 'table'
              ? { columns: [{ field: 'name', title: 'Nome', sort: true }], empty }
              : { title: { field: 'name' }, empty: { title: empty.title, text: empty.text } },
        },
      ],
      {
        state: { list: { page: 3, filters: { text: '' } } },
        sources: {
          people: { get: '/people', rows: 'data.rows', total: 'data.totalRows', list: 'state.list' },
        },
      },
    ),
    { answer: (_, query) => reply(query.get('text') ? [] : rows) },
  );

for (const type of ['table', 'list'] as const) {
  it(`should offer to clear the filters that match nothing (${type})`, async () => {
    const { host } = renderList(type, people);
    expect(await screen.findByText('Ana Beatriz Moreira')).toBeTruthy();
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zzz' } });
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    expect(await screen.findByText('Não há itens para exibir')).toBeTruthy();
    expect(screen.queryByText(empty.text)).toBeNull();
    // The bar above has a link of the same name.
    fireEvent.click(screen.getAllByRole('button', { name: 'Limpar Filtros' }).at(-1)!);
    expect(await screen.findByText('Ana Beatriz Moreira')).toBeTruthy();
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    expect(host.loads.at(-1)).toContain('page=1');
  });

  it(`should say what the list is for when it has no rows at all (${type})`, async () => {
    renderList(type, []);
    expect(await screen.findByText(empty.title)).toBeTruthy();
    expect(screen.getByText(empty.text)).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: 'Limpar Filtros' })).toHaveLength(1);
  });
}

it('should keep the head of a table whose filters match nothing, and none where it has no rows at all', async () => {
  renderList('table', people);
  await rowOf('Ana Beatriz Moreira');
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zzz' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Não há itens para exibir');
  expect(screen.getByRole('columnheader', { name: 'Nome' })).toBeTruthy();
  cleanup();
  const { host } = renderList('table', []);
  await screen.findByText(empty.title);
  expect(screen.queryByRole('columnheader')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Criar' }));
  await waitFor(() => expect(host.navigations).toEqual(['/people/create']));
});

it('should keep the order of cards whose filters match nothing', async () => {
  restoreMedia = stubMedia((query) => query.includes('max-width'));
  renderList('table', people);
  await screen.findByText('Ana Beatriz Moreira');
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zzz' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Não há itens para exibir');
  expect(screen.getByRole('combobox', { name: 'Ordem' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Limpar Filtros' })).toBeTruthy();
});

it('should offer to clear the search of rows in memory', async () => {
  renderScreen(
    screenOf(
      [
        {
          id: 'list',
          type: 'table',
          source: 'orders',
          props: { paging: 'none', search: 'state.search', columns: [{ field: 'name', title: 'Nome' }] },
        },
      ],
      { state: { search: 'nobody' }, sources: { orders: { get: '/orders', rows: 'data' } } },
    ),
    { answer: () => ({ data: people }) },
  );
  await screen.findByText('Não há itens para exibir');
  expect(screen.getByRole('columnheader', { name: 'Nome' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Limpar Filtros' }));
  await waitFor(() => expect(screen.getByText('Ana Beatriz Moreira')).toBeTruthy());
});
