// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const people = [
  { id: 1, name: 'Ana', role: 'Gerente', status: 'Y', city: 'Santos' },
  { id: 2, name: 'Caio', role: 'Analista', status: 'N', city: null },
  { id: 2, name: 'Duda', role: { odd: 1 }, status: [], city: 'Rio' },
];
const props = {
  label: 'Pessoas',
  title: { field: 'name' },
  text: { field: 'role' },
  meta: [{ field: 'city', label: 'Cidade' }],
  state: { field: 'status', format: 'badge', map: { Y: 'Ativo', N: 'Inativo' } },
};
const list = (more: object = {}, rest: object = {}, document: object = {}) =>
  screenOf([{ id: 'l', type: 'list', source: 'people', props: { ...props, ...more }, ...rest }], {
    sources: { people: { get: '/people', rows: 'data', total: 'total' } },
    ...document,
  });
const answer = () => ({ data: people, total: 3 });
const items = () => within(screen.getByRole('list', { name: 'Pessoas' })).getAllByRole('listitem');

describe('list', () => {
  it('should render declared fields of each row, whatever values it has', async () => {
    renderScreen(list(), { answer });
    await screen.findByText('Ana');
    expect(items().map((one) => one.textContent)).toEqual([
      'AnaGerenteCidade: SantosAtivo',
      'CaioAnalistaInativo',
      'Duda{"odd":1}Cidade: Rio–',
    ]);
  });

  it('should select by press, and move by arrows with one stop for Tab', async () => {
    const { host } = renderScreen(
      list(
        { selected: 'state.person' },
        { on: { rowPress: [{ navigate: '/admin-user/{row.id}' }] } },
        { state: { person: null } },
      ),
      { answer },
    );
    const ana = await screen.findByRole('button', { name: 'Ana' });
    expect(screen.getAllByRole('button').map((one) => one.tabIndex)).toEqual([0, -1, -1]);
    ana.focus();
    fireEvent.keyDown(ana, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Caio');
    fireEvent.keyDown(document.activeElement!, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Duda');
    fireEvent.keyDown(document.activeElement!, { key: 'Home' });
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(host.navigations).toEqual(['/admin-user/1']));
    expect(screen.getByRole('button', { name: 'Ana' }).getAttribute('aria-current')).toBe('true');
    // The rest of the row can be pressed, too.
    fireEvent.click(screen.getByText('Analista'));
    await waitFor(() => expect(host.navigations).toHaveLength(2));
  });

  it('should link each row to its own address, with its own icon', async () => {
    const rows = [
      { id: 1, name: 'Ana', path: '/admin-user/1', icon: 'people' },
      { id: 2, name: 'Caio', path: 'javascript:alert(1)', icon: 7 },
    ];
    const { host } = renderScreen(list({ iconField: 'icon', linkField: 'path' }), {
      answer: () => ({ data: rows, total: 2 }),
    });
    const link = await screen.findByRole('link', { name: 'Ana' });
    expect(link.getAttribute('href')).toBe('/admin-user/1');
    fireEvent.click(link);
    expect(host.navigations).toEqual(['/admin-user/1']);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText('Caio')).toBeTruthy();
  });

  it('should link rows by a template with their values', async () => {
    renderScreen(list({ link: '/admin-user/{row.id}' }), { answer });
    expect((await screen.findByRole('link', { name: 'Ana' })).getAttribute('href')).toBe('/admin-user/1');
  });

  it('should run the actions of a row with the row', async () => {
    const actions = [
      {
        id: 'off',
        text: 'Desativar',
        icon: 'delete',
        visible: { $expr: "row.status = 'Y'" },
        do: [{ request: { put: '/off/{row.id}' } }],
      },
    ];
    const { host } = renderScreen(list({ actions }), { answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Desativar' }));
    await waitFor(() => expect(host.requests.map(({ address }) => address)).toEqual(['/off/1']));
  });

  it('should render the nodes of its slot row once for each row', async () => {
    const row = [{ id: 'n', type: 'text', props: { text: { $expr: "row.name & '!'" } } }];
    renderScreen(list({}, { slots: { row } }), { answer });
    expect(await screen.findByText('Caio!')).toBeTruthy();
    expect(screen.getAllByText(/!$/)).toHaveLength(3);
  });

  it('should grow by pages until all rows are loaded', async () => {
    const document = {
      state: { page: 1 },
      sources: {
        people: {
          get: '/people',
          query: { page: { $expr: 'state.page' } },
          rows: 'data',
          total: 'total',
          append: 'page',
        },
      },
    };
    renderScreen(list({ paging: 'more' }, {}, document), {
      answer: (_, query) => {
        const page = Number(query.get('page'));
        return { data: page > 2 ? [] : [{ id: page, name: `Nome ${page}` }], total: 3 };
      },
    });
    await screen.findByText('1 de 3');
    fireEvent.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await screen.findByText('2 de 3');
    expect(items()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Carregar mais' }));
    // The total is three, but the third page is empty: no further page is loaded.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull());
    expect(items()).toHaveLength(2);
  });

  it('should render ten thousand rows a window at a time', async () => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Nome ${id}` }));
    renderScreen(list(), { answer: () => ({ data, total: 10_000 }) });
    await screen.findByText('Nome 0');
    expect(items().length).toBeLessThan(60);
    expect(items()[0]?.getAttribute('aria-setsize')).toBe('10000');
  });

  it('should keep the row that has the focus while it is scrolled out of view', async () => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Nome ${id}` }));
    renderScreen(list({ selected: 'state.person' }, {}, { state: { person: null } }), {
      answer: () => ({ data, total: 10_000 }),
    });
    const first = await screen.findByRole('button', { name: 'Nome 0' });
    first.focus();
    const scroller = screen.getByRole('list', { name: 'Pessoas' }).parentElement!;
    scroller.scrollTop = 300_000;
    fireEvent.scroll(scroller);
    await screen.findByText('Nome 5000');
    expect(document.activeElement).toBe(first);
    expect(items().length).toBeLessThan(60);
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Nome 1');
  });

  it('should render its own states', async () => {
    renderScreen(list({ empty: { title: 'Ninguém', text: 'Convide alguém' } }), {
      answer: () => ({ data: [], total: 0 }),
    });
    expect(await screen.findByText('Ninguém')).toBeTruthy();
    cleanup();
    renderScreen(list(), {
      answer: () => {
        throw failure(500, 'Quebrou');
      },
    });
    expect(await screen.findByText('Quebrou')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  });
});
