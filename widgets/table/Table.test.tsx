// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { counters } from '../../src/engine/core/index.ts';
import { failure } from '../../src/engine/react/testing/host.ts';
import { choose } from '../../src/ui/testing/choice.ts';
import { focused, people, peopleColumns, renderPeople, reply, rowOf } from './testing.ts';

afterEach(cleanup);

describe('cells', () => {
  it('should format each kind of value', async () => {
    renderPeople();
    const ana = await rowOf('Ana Beatriz Moreira');
    expect(within(ana).getByText('AM')).toBeTruthy();
    expect(within(ana).getByText('18/11/2026 09:42')).toBeTruthy();
    expect(within(ana).getByText('Ativo')).toBeTruthy();
    expect(within(ana).queryByText('Pessoa')).toBeNull();
    const caio = await rowOf('Caio Figueiredo');
    expect(within(caio).getByText('Pessoa')).toBeTruthy();
    expect(within(caio).getAllByText('–').length).toBeGreaterThan(0);
    await waitFor(() => expect(within(ana).getByText('ANA')).toBeTruthy());
    expect(ana.getAttribute('data-row')).toBe('1');
    expect(document.querySelector('[data-key="updatedAt"]')).toBeTruthy();
    expect(document.querySelector('[data-scroller]')).toBeTruthy();
  });

  it('should leave out columns and actions that the person may not see', async () => {
    renderPeople(
      { can: (access) => !('verb' in access && access.verb === 'update') },
      {
        columns: [
          ...peopleColumns.slice(0, 2),
          { field: 'login', title: 'Login', access: { verb: 'update' } },
        ],
      },
    );
    const ana = await rowOf('Ana Beatriz Moreira');
    expect(screen.queryByText('Login')).toBeNull();
    fireEvent.pointerOver(ana);
    expect(within(ana).getByRole('button', { name: 'Editar' })).toBeTruthy();
    expect(within(ana).queryByRole('button', { name: 'Desativar' })).toBeNull();
  });

  it('should have separators, and amounts at the end', async () => {
    const { host } = renderPeople(
      {},
      {
        columns: [
          { field: 'name', title: 'Nome' },
          { field: 'cnpj', value: { $expr: '"11222333000181"' }, title: 'CNPJ', cell: 'cnpj' },
          { field: 'phone', value: { $expr: '"11987654321"' }, title: 'Telefone', cell: 'phone' },
          { field: 'cep', value: { $expr: '"01310100"' }, title: 'CEP', cell: 'cep' },
          { field: 'paid', value: { $expr: '1234.5' }, title: 'Pago', cell: 'money' },
        ],
        rowActions: [],
      },
    );
    const ana = await rowOf('Ana Beatriz Moreira');
    await waitFor(() => expect(within(ana).getByText('11.222.333/0001-81')).toBeTruthy());
    expect(within(ana).getByText('(11) 98765-4321')).toBeTruthy();
    expect(within(ana).getByText('01310-100')).toBeTruthy();
    expect(within(ana).getByText('R$ 1.234,50')).toBeTruthy();
    expect(host.reports).toEqual([]);
  });

  it('should go to the address of a link cell, filled in from its row', async () => {
    const { host } = renderPeople(
      {},
      {
        columns: [{ field: 'name', title: 'Nome', cell: 'link', link: '/people/{row.id}' }],
        rowActions: [],
      },
    );
    const link = await screen.findByRole('link', { name: 'Ana Beatriz Moreira' });
    expect(link.getAttribute('href')).toBe('/people/1');
    fireEvent.click(link);
    expect(host.navigations).toEqual(['/people/1']);
  });
});

describe('sorting and paging', () => {
  it('should sort by a head and go back to the first page', async () => {
    const { host } = renderPeople();
    await rowOf('Ana Beatriz Moreira');
    fireEvent.click(screen.getByRole('button', { name: 'Página 2' }));
    await waitFor(() => expect(host.loads.at(-1)).toContain('page=2'));
    const head = screen.getByRole('columnheader', { name: 'Nome' });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(head).getByRole('button'));
    await waitFor(() => expect(host.loads.at(-1)).toBe('/people?page=1&perPage=50&order=name_desc'));
    expect(screen.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('should sort by keyboard, by the field that the column names', async () => {
    const { host } = renderPeople();
    await rowOf('Ana Beatriz Moreira');
    within(screen.getByRole('columnheader', { name: 'E-mail' }))
      .getByRole('button')
      .focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(host.loads.at(-1)).toContain('order=mail_asc'));
    expect(within(screen.getByRole('columnheader', { name: 'Login' })).queryByRole('button')).toBeNull();
  });

  it('should only count the rows of a single page', async () => {
    renderPeople({ answer: () => reply(people, 2) });
    expect(await screen.findByText('1–2 de 2')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Paginação' })).toBeNull();
    expect(screen.queryByLabelText('Por página')).toBeNull();
    cleanup();
    // A shorter page would part these.
    renderPeople({ answer: () => reply(people, 12) });
    expect(await screen.findByLabelText('Por página')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Paginação' })).toBeNull();
  });

  it('should show the range and change the rows per page', async () => {
    const { host } = renderPeople();
    expect(await screen.findByText('1–50 de 104')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Página anterior' }) as HTMLButtonElement).disabled).toBe(
      true,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(await screen.findByText('51–100 de 104')).toBeTruthy();
    await choose(screen.getByLabelText('Por página'), '25');
    await waitFor(() => expect(host.loads.at(-1)).toContain('page=1&perPage=25'));
    expect(await screen.findByText('1–25 de 104')).toBeTruthy();
  });

  it('should keep the rows while another page is loaded', async () => {
    let release: (value: unknown) => void = () => undefined;
    renderPeople({
      answer: (_, query) =>
        query.get('page') === '2' ? new Promise((resolve) => (release = resolve)) : reply(people, 104),
    });
    await rowOf('Ana Beatriz Moreira');
    fireEvent.click(screen.getByRole('button', { name: 'Página 2' }));
    await waitFor(() => expect(document.querySelector('#list')?.getAttribute('aria-busy')).toBe('true'));
    // Dimmed and out of reach of the pointer: the pager already names the other page.
    const before = screen.getByText('Ana Beatriz Moreira').closest('[data-row]');
    expect(getComputedStyle(before!).pointerEvents).toBe('none');
    await act(async () => release(reply([{ ...people[0], id: 9, name: 'Zélia' }], 104)));
    const after = (await screen.findByText('Zélia')).closest('[data-row]');
    expect(getComputedStyle(after!).pointerEvents).not.toBe('none');
    expect(screen.queryByText('Ana Beatriz Moreira')).toBeNull();
  });

  it('should keep the rows while another page is loaded after a failed refresh', async () => {
    let fails = false;
    const { host } = renderPeople({
      answer: (_, query) => {
        if (query.get('page') === '2') return new Promise(() => undefined);
        if (fails) throw failure(500, 'Erro interno.');
        return reply(people, 104);
      },
    });
    await rowOf('Ana Beatriz Moreira');
    fails = true;
    await act(() => host.load(host.loads[0] as string).refresh());
    await screen.findByText('Erro interno.');
    fireEvent.click(screen.getByRole('button', { name: 'Página 2' }));
    await waitFor(() => expect(screen.queryByText('Erro interno.')).toBeNull());
    expect(document.querySelector('#list')?.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Ana Beatriz Moreira')).toBeTruthy();
  });

  it('should go to the last page when its own no longer exists', async () => {
    const { host } = renderPeople({
      answer: (_, query) => (query.get('page') === '3' ? reply([], 60) : reply(people, 104)),
    });
    await rowOf('Ana Beatriz Moreira');
    fireEvent.click(screen.getByRole('button', { name: 'Página 3' }));
    await waitFor(() => expect(host.loads.at(-1)).toContain('page=2'));
  });
});

describe('row actions', () => {
  it('should be buttons on the row under the pointer, by their conditions', async () => {
    const { host } = renderPeople();
    const ana = await rowOf('Ana Beatriz Moreira');
    expect(within(ana).queryByRole('button', { name: 'Editar' })).toBeNull();
    fireEvent.pointerOver(ana);
    expect(within(ana).getByRole('button', { name: 'Desativar' })).toBeTruthy();
    fireEvent.click(within(ana).getByRole('button', { name: 'Editar' }));
    await waitFor(() => expect(host.navigations).toEqual(['/people/1']));
    const caio = await rowOf('Caio Figueiredo');
    fireEvent.pointerOver(caio);
    expect(within(caio).queryByRole('button', { name: 'Desativar' })).toBeNull();
    expect(within(ana).queryByRole('button', { name: 'Editar' })).toBeNull();
  });

  it('should have conditions that hold as those of nodes do', async () => {
    const open = { id: 'open', text: 'Abrir', icon: 'open', visible: { $expr: 'row.orders' }, do: [] };
    const rows = people.map((person, orders) => ({ ...person, orders }));
    renderPeople({ answer: () => reply(rows) }, { rowActions: [open] });
    const ana = await rowOf('Ana Beatriz Moreira');
    const caio = await rowOf('Caio Figueiredo');
    expect(within(ana).queryByRole('button', { name: /^Ações de/ })).toBeNull();
    expect(within(caio).getByRole('button', { name: /^Ações de/ })).toBeTruthy();
  });

  it('should be reached by the arrow keys, from their row and from other rows', async () => {
    const user = userEvent.setup();
    renderPeople();
    const ana = await rowOf('Ana Beatriz Moreira');
    const caio = await rowOf('Caio Figueiredo');
    await user.tab();
    expect(focused()).toBe(ana.cells[0]);
    await user.keyboard('{End}');
    expect(focused()).toBe(within(ana).getByRole('button', { name: 'Editar' }));
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe(within(ana).getByRole('button', { name: 'Desativar' }));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(within(caio).getByRole('button', { name: 'Editar' }));
    await user.keyboard('{ArrowUp}{ArrowLeft}');
    expect(focused()).toBe(ana.cells[5]);
  });

  it('should not start again on a row while they run there', async () => {
    let release: (value: unknown) => void = () => undefined;
    const { host } = renderPeople({
      answer: (_, __, request) =>
        request.method === 'put' ? new Promise((resolve) => (release = resolve)) : reply(people),
    });
    const ana = await rowOf('Ana Beatriz Moreira');
    fireEvent.pointerOver(ana);
    const off = within(ana).getByRole('button', { name: 'Desativar' });
    fireEvent.click(off);
    await waitFor(() => expect(off.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(off);
    expect(host.requests).toHaveLength(1);
    await act(async () => release({}));
    await waitFor(() => expect(off.getAttribute('aria-busy')).toBeNull());
    expect(host.loads).toHaveLength(2);
  });

  it('should be a menu when there are more than four', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
      id,
      text: `Ação ${id}`,
      icon: 'edit',
      do: [{ navigate: `/${id}/{row.id}` }],
    }));
    const { host } = renderPeople({}, { rowActions: many });
    const ana = await rowOf('Ana Beatriz Moreira');
    fireEvent.pointerOver(ana);
    expect(within(ana).queryByRole('button', { name: 'Ação a' })).toBeNull();
    fireEvent.click(within(ana).getByRole('button', { name: 'Ações de Ana Beatriz Moreira' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Ação e' }));
    await waitFor(() => expect(host.navigations).toEqual(['/e/1']));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('should open the menu by keyboard and return the focus', async () => {
    const rowActions = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: `Ação ${id}`, do: [] }));
    renderPeople({}, { rowActions });
    const opener = within(await rowOf('Ana Beatriz Moreira')).getByRole('button', { name: /^Ações de/ });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    expect(opener.getAttribute('aria-busy')).toBeNull();
    fireEvent.keyDown(menu, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('should fire rowPress by mouse and by the keyboard on the title', async () => {
    const { host } = renderPeople({}, {}, { on: { rowPress: [{ navigate: '/people/{row.id}' }] } });
    const caio = await rowOf('Caio Figueiredo');
    fireEvent.click(within(caio).getByText('caio@acme.com.br'));
    await waitFor(() => expect(host.navigations).toEqual(['/people/2']));
    within(await rowOf('Ana Beatriz Moreira'))
      .getByRole('button', { name: 'Ana Beatriz Moreira' })
      .focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(host.navigations).toEqual(['/people/2', '/people/1']));
  });
});

describe('rows that change under the pointer', () => {
  const act_ = { id: 'act', text: 'Agir', icon: 'edit', do: [{ request: { post: '/act/{row.id}' } }] };
  const rowActions = [{ ...act_, do: [...act_.do, { refresh: 'people' }] }];
  const at = (clientX: number) => ({ clientX, clientY: 40, detail: 1 });
  const turned = [people[1], people[0]];
  const button = async (name: string) => {
    const line = await rowOf(name);
    fireEvent.pointerOver(line);
    return within(line).getByRole('button', { name: 'Agir' });
  };

  async function pressOnce() {
    let loads = 0;
    const { host } = renderPeople(
      { answer: (_, __, { method }) => (method === 'get' ? reply(loads++ === 0 ? people : turned) : {}) },
      { rowActions },
    );
    const first = await button('Ana Beatriz Moreira');
    fireEvent.pointerMove(first, at(100));
    fireEvent.click(first, at(100));
    await waitFor(() => expect(document.querySelector('tbody tr')?.getAttribute('data-row')).toBe('2'));
    return host;
  }

  it('should drop the rest of a double click', async () => {
    const host = await pressOnce();
    fireEvent.click(await button('Caio Figueiredo'), at(103));
    expect(host.requests.map((one) => one.address)).toEqual(['/act/1']);
  });

  it('should accept a press of the keyboard, of a pointer that moved there, and a later one', async () => {
    const host = await pressOnce();
    const caio = await button('Caio Figueiredo');
    fireEvent.click(caio, { ...at(100), detail: 0 });
    await waitFor(() => expect(host.requests).toHaveLength(2));
    await waitFor(() => expect(caio.getAttribute('aria-busy')).toBeNull());
    fireEvent.click(caio, at(140));
    await waitFor(() => expect(host.requests).toHaveLength(3));
    await waitFor(() => expect(caio.getAttribute('aria-busy')).toBeNull());
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 501);
    fireEvent.click(caio, at(100));
    await waitFor(() => expect(host.requests).toHaveLength(4));
    vi.restoreAllMocks();
  });

  it('should keep an open menu at its own row', async () => {
    let loads = 0;
    const { host } = renderPeople(
      { answer: (_, __, { method }) => (method === 'get' ? reply(loads++ === 0 ? people : turned) : {}) },
      { rowActions },
    );
    const line = await rowOf('Ana Beatriz Moreira');
    fireEvent.click(within(line).getByRole('button', { name: 'Ações de Ana Beatriz Moreira' }));
    const item = await screen.findByRole('menuitem', { name: 'Agir' });
    await act(() => host.load(host.loads[0] as string).refresh());
    await waitFor(() => expect(document.querySelector('tbody tr')?.getAttribute('data-row')).toBe('2'));
    fireEvent.click(item);
    await waitFor(() => expect(host.requests.map((one) => one.address)).toEqual(['/act/1']));
  });
});

describe('states', () => {
  it('should say that there are no rows, in the words of the definition', async () => {
    renderPeople(
      { answer: () => reply([]) },
      {
        empty: { text: 'Crie a primeira.', action: { text: 'Criar', do: [{ navigate: '/people/create' }] } },
      },
    );
    expect(await screen.findByText('Não há itens para exibir')).toBeTruthy();
    expect(screen.getByText('Crie a primeira.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Criar' })).toBeTruthy();
  });

  it('should show a failure with a retry that loads again', async () => {
    let fails = true;
    renderPeople({
      answer: () => {
        if (fails) throw failure(500, 'Erro interno.');
        return reply(people);
      },
    });
    expect(await screen.findByText('Erro interno.')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await rowOf('Ana Beatriz Moreira')).toBeTruthy();
  });

  it('should report a failed refresh in one polite line, and leave the rows where they are', async () => {
    let fails = false;
    const { host } = renderPeople({
      answer: () => {
        if (fails) throw failure(500, 'Erro interno.');
        return reply(people, 104);
      },
    });
    await rowOf('Ana Beatriz Moreira');
    fails = true;
    await act(() => host.load(host.loads[0] as string).refresh());
    const notice = await screen.findByText('Erro interno.');
    expect(notice.closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    const line = await rowOf('Ana Beatriz Moreira');
    expect(line.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(screen.queryByText('Erro interno.')).toBeNull());
  });

  it('should have the name that its definition gives, else the name of the screen', async () => {
    renderPeople();
    expect(await screen.findByRole('grid', { name: 'Pessoas' })).toBeTruthy();
    cleanup();
    renderPeople({}, { label: '' });
    expect(await screen.findByRole('grid', { name: 'Pessoal' })).toBeTruthy();
  });

  it('should show its head over grey bars while the first page loads', async () => {
    renderPeople({ answer: () => new Promise(() => undefined) });
    expect(await screen.findByRole('columnheader', { name: 'Nome' })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Carregando…' })).toBeTruthy();
  });
});

describe('cost', () => {
  const columns = ['id', 'name', 'email', 'status', 'city', 'amount', 'createdAt', 'active'].map((field) => ({
    field,
    title: field,
    sort: true,
  }));
  const rows = Array.from({ length: 50 }, (_, index) =>
    Object.fromEntries(columns.map(({ field }) => [field, field === 'id' ? index : `${field} ${index}`])),
  );

  it('should render 50 rows of 8 columns with at most 540 elements', async () => {
    renderPeople({ answer: () => reply(rows, 104) }, { columns, rowActions: [] });
    await screen.findByText('name 49');
    const list = document.querySelector('#list');
    expect(list?.querySelectorAll('*').length).toBeLessThanOrEqual(540);
  });

  it('should evaluate a row expression once for the page', async () => {
    renderPeople(
      { answer: () => reply(rows) },
      {
        columns: [{ field: 'x', title: 'X', value: { $expr: "row.name & '!'" } }],
        rowActions: [],
      },
    );
    const before = counters.evaluations;
    await screen.findByText('name 49!');
    expect(counters.evaluations - before).toBeLessThan(10);
  });
});
