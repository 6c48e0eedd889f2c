// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubMedia } from '../../src/engine/react/testing/render.tsx';
import { orderColumns, peopleColumns, renderOrders, renderPeople, reply } from './testing.ts';

afterEach(cleanup);

describe('cards by the width of the table', () => {
  let resize: (width: number) => void = () => undefined;
  beforeEach(() => {
    class Observer {
      constructor(listener: (entries: unknown[]) => void) {
        const before = resize;
        resize = (width) => {
          before(width);
          listener([{ borderBoxSize: [{ inlineSize: width }] }]);
        };
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observer);
  });
  afterEach(() => {
    resize = () => undefined;
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const startAt = (width: number) =>
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width } as DOMRect);

  it('should be cards where the columns have no room, and a grid where they have', async () => {
    startAt(639);
    renderPeople();
    expect(await screen.findByText('Caio Figueiredo')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    // Their head is code of its own.
    expect(await screen.findByRole('combobox', { name: 'Ordem' })).toBeTruthy();
    expect(screen.getByLabelText('Por página')).toBeTruthy();
    act(() => resize(1000));
    expect(screen.getByRole('grid')).toBeTruthy();
    expect(screen.queryByRole('listitem')).toBeNull();
    act(() => resize(500));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.queryByLabelText('Por página')).toBeNull();
    expect(screen.getByText('1–50 de 104')).toBeTruthy();
  });

  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

  it('should lose its least important columns first, never name and state, and show their values in the details', async () => {
    startAt(1000);
    renderPeople(
      {},
      {
        columns: [
          peopleColumns[0],
          { ...peopleColumns[1], priority: 2 },
          { ...peopleColumns[2], priority: 8 },
          { ...peopleColumns[3], priority: 3 },
          peopleColumns[5],
        ],
      },
    );
    await screen.findByText('Caio Figueiredo');
    expect(heads()).toEqual(['Nome↑', 'E-mail', 'Login', 'Atualizado em', 'Status', 'Ações']);
    startAt(760);
    act(() => resize(760));
    await screen.findByRole('button', { name: 'Detalhes de Ana Beatriz Moreira' });
    expect(heads()).toEqual(['Detalhes', 'Nome↑', 'E-mail', 'Atualizado em', 'Status', 'Ações']);
    fireEvent.click(screen.getByRole('button', { name: 'Detalhes de Ana Beatriz Moreira' }));
    expect(screen.getByRole('definition').textContent).toBe('ana');
    // A name keeps its room before what is less important stays.
    act(() => resize(700));
    expect(heads()).toEqual(['Detalhes', 'Nome↑', 'E-mail', 'Status', 'Ações']);
    act(() => resize(1000));
    expect(heads()).toEqual(['Nome↑', 'E-mail', 'Login', 'Atualizado em', 'Status', 'Ações']);
    expect(screen.queryByRole('definition')).toBeNull();
  });

  it('should scroll sideways from 640 pixels on when its columns have to stay', async () => {
    startAt(640);
    const columns = Array.from({ length: 9 }, (_, at) => ({
      field: at ? `f${at}` : 'name',
      title: `T${at}`,
      priority: 0,
    }));
    renderPeople({}, { columns });
    expect((await screen.findByRole('grid')).style.minWidth).toBe('1080px');
    act(() => resize(639));
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('cards on narrow screens', () => {
  let back: () => void;
  beforeEach(() => {
    back = stubMedia((query) => query.includes('max-width'));
  });
  afterEach(() => back());

  it('should stack the rows as cards with the menu of the row in reach', async () => {
    const { host } = renderPeople();
    expect(await screen.findByText('Caio Figueiredo')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    const [ana] = screen.getAllByRole('listitem');
    expect(within(ana as HTMLElement).getByText('18/11/2026')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Ações de Ana Beatriz Moreira' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    await waitFor(() => expect(host.navigations).toEqual(['/people/1']));
  });

  it('should name a yes, a no and a number, and show other values by themselves unless their column says otherwise', async () => {
    renderPeople(
      {
        answer: () =>
          reply([{ id: 1, name: 'Acme', code: 'AC', by: 'Todos', count: 7, isActive: true, isOpen: 'Y' }]),
      },
      {
        columns: [
          { field: 'name', title: 'Nome' },
          { field: 'code', title: 'Sigla' },
          { field: 'by', title: 'Por', labelled: true },
          { field: 'count', title: 'Número', cell: 'number' },
          {
            field: 'isActive',
            title: 'Ativa',
            cell: 'badge',
            map: { true: 'Sim' },
            tones: { true: 'normal' },
          },
          { field: 'isOpen', title: 'Status', cell: 'badge', map: { Y: 'Aberta' } },
        ],
      },
    );
    const card = await screen.findByRole('listitem');
    expect(card.textContent).toBe('AcmeACAtiva: SimAbertaPor: TodosNúmero: 7⋯');
    // One page: the number of rows above the cards is all that there is to say.
    expect(screen.getByText('1–1 de 1')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Paginação' })).toBeNull();
  });

  it('should sort without heads', async () => {
    const { host } = renderPeople();
    await screen.findByText('Caio Figueiredo');
    fireEvent.change(screen.getByRole('combobox', { name: 'Ordem' }), { target: { value: 'mail_desc' } });
    await waitFor(() => expect(host.loads.at(-1)).toContain('order=mail_desc'));
    expect(screen.getByText('1–50 de 104')).toBeTruthy();
  });

  it('should let the keyboard reach links, and the list where it has no controls', async () => {
    renderPeople({}, { rowActions: [] });
    expect((await screen.findByRole('group', { name: 'Pessoas' })).tabIndex).toBe(0);
    cleanup();
    const link = { field: 'login', title: 'Login', cell: 'link', link: '/people/{row.id}' };
    renderPeople({}, { columns: [peopleColumns[0], link] });
    expect((await screen.findByRole('link', { name: 'ana' })).tabIndex).toBe(0);
    expect(screen.queryByRole('group', { name: 'Pessoas' })).toBeNull();
  });

  it('should have groups and checkboxes, and further cards on request', async () => {
    const rows = Array.from({ length: 250 }, (_, id) => ({ id, name: `Row ${id}`, amount: id, kind: 'x' }));
    renderOrders({ groupBy: [{ field: 'kind' }], selection: {} }, { rows });
    expect(await screen.findByText('Row 0')).toBeTruthy();
    expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(101);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Row 0' }));
    expect(screen.getByText('1 selecionado')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Mostrar mais 151' }));
    expect(screen.getByText('Row 150')).toBeTruthy();
  });

  it('should name the totals of all rows and of each group', async () => {
    const totalled = [orderColumns[0], { ...orderColumns[1], total: 'sum' }, orderColumns[2]];
    renderOrders({ columns: totalled, groupBy: [{ field: 'kind' }] });
    await screen.findByText('Bento');
    const all = screen.getByRole('region', { name: 'Total' });
    expect(within(all).getByRole('term').textContent).toBe('Valor');
    expect(within(all).getByRole('definition').textContent).toBe('60');
    const group = screen.getByRole('button', { name: 'A 2' }).closest('li') as HTMLElement;
    expect(within(group).getByRole('definition').textContent).toBe('40');
  });
});
