// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/engine/react/testing/host.ts';
import { focused, lines, orderColumns, orders, renderOrders, rowOf } from '../testing.ts';

afterEach(cleanup);

const save = [
  {
    request: {
      put: '/orders/{row.id}',
      body: { value: { $expr: 'event.value' }, was: { $expr: 'event.previous' } },
    },
  },
];
const firstCells = () => lines().map((line) => line.querySelector('td')?.textContent ?? '');

describe('rows in memory', () => {
  it('should be sorted by a press on a head, in the order of the language, and in reverse by the next', async () => {
    const { host } = renderOrders({});
    await rowOf('Bento');
    const head = screen.getByRole('columnheader', { name: 'Nome' });
    fireEvent.click(within(head).getByRole('button'));
    await waitFor(() => expect(firstCells()).toEqual(['ávila', 'Bento', 'Zebra']));
    fireEvent.click(within(head).getByRole('button'));
    expect(firstCells()).toEqual(['Zebra', 'Bento', 'ávila']);
    expect(host.loads).toHaveLength(1);
  });

  it('should be those that search and condition leave', async () => {
    renderOrders({ search: 'state.search', where: { $expr: "row.state = 'open'" } });
    await rowOf('Bento');
    expect(firstCells()).toEqual(['Zebra', 'Bento']);
  });

  it('should be rendered a window at a time: of 100,000 no more than of 1,000', async () => {
    const many = Array.from({ length: 100_000 }, (_, id) => ({
      id,
      name: `Row ${id}`,
      amount: id,
      kind: 'x',
    }));
    renderOrders({}, { rows: many });
    await rowOf('Row 0');
    expect(lines().length).toBeLessThanOrEqual(60);
    const grid = screen.getByRole('grid');
    expect(grid.getAttribute('aria-rowcount')).toBe('100001');
    expect(grid.querySelectorAll('*').length).toBeLessThan(400);
  });

  it('should keep the focus in a long list: to its end and back, with one stop for Tab', async () => {
    const user = userEvent.setup();
    const many = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Row ${id}`, amount: id, kind: 'x' }));
    renderOrders({}, { rows: many });
    await rowOf('Row 0');
    const scroller = document.querySelector('[data-scroller]') as HTMLElement;
    Object.defineProperty(scroller, 'clientHeight', { value: 700 });
    await user.tab();
    expect(focused()?.textContent).toBe('Row 0');
    await user.keyboard('{Control>}{End}{/Control}');
    expect(focused()?.textContent).toBe('x');
    expect(focused()?.closest('tr')?.getAttribute('aria-rowindex')).toBe('2001');
    // Scrolled out of view by the wheel, the cell with the focus stays in the document.
    scroller.scrollTop = 0;
    fireEvent.scroll(scroller);
    expect(focused()?.closest('tr')?.getAttribute('aria-rowindex')).toBe('2001');
    await user.keyboard('{Control>}{Home}{/Control}');
    expect(focused()?.textContent).toBe('Row 0');
    await user.keyboard('{PageDown}');
    expect(Number(focused()?.closest('tr')?.getAttribute('data-line'))).toBeGreaterThan(10);
    await user.keyboard('{Control>}{ArrowUp}{/Control}{Enter}');
    expect(screen.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort')).toBe('ascending');
    expect(document.querySelectorAll('#list [tabindex="0"]')).toHaveLength(1);
  });
});

describe('a column of actions', () => {
  it('should show the menu button of every row, without further buttons in the active one', async () => {
    const column = { id: 'acts', field: 'id', title: 'AÇÕES', cell: 'actions', width: 84 };
    const open = { id: 'open', text: 'Abrir', icon: 'edit', do: [{ navigate: '/orders/{row.id}' }] };
    const { host } = renderOrders({ columns: [...orderColumns, column], rowActions: [open] });
    const bento = await rowOf('Bento');
    expect(screen.getByRole('columnheader', { name: 'AÇÕES' })).toBeTruthy();
    fireEvent.pointerOver(bento);
    expect(within(bento).queryByRole('button', { name: 'Abrir' })).toBeNull();
    const more = within(bento).getByRole('button', { name: 'Ações de Bento' });
    expect(more.closest('td')?.previousElementSibling?.textContent).toBe('');
    fireEvent.click(more);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Abrir' }));
    await waitFor(() => expect(host.navigations).toHaveLength(1));
  });
});

describe('selection', () => {
  const selection = {
    actions: [
      {
        id: 'all',
        text: 'Arquivar',
        keep: true,
        do: [{ request: { post: '/archive', body: { ids: { $expr: 'event.keys' } } } }],
      },
      { id: 'each', text: 'Fechar', per: 'row', do: [{ request: { post: '/close/{row.id}' } }] },
    ],
  };

  it('should show the number of selected rows and run an action with all of them', async () => {
    const { host } = renderOrders({ selection });
    await rowOf('Bento');
    expect(screen.queryByRole('button', { name: 'Arquivar' })).toBeNull();
    const box = screen.getByRole('checkbox', { name: 'Selecionar Bento' });
    fireEvent.click(box);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Zebra' }));
    expect(screen.getByText('2 selecionados')).toBeTruthy();
    expect(screen.getByText('3 itens').textContent).toBe('3 itens, 2 selecionados');
    fireEvent.click(screen.getByRole('button', { name: 'Arquivar' }));
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ ids: [3, 1] }));
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    await waitFor(() =>
      expect(host.requests.map((one) => one.address)).toEqual(['/archive', '/close/3', '/close/1']),
    );
    await waitFor(() => expect(screen.getByText('3 itens')).toBeTruthy());
  });

  it('should select all rows, ranges with Shift, and rows by the keyboard', async () => {
    const user = userEvent.setup();
    renderOrders({ selection });
    const zebra = await rowOf('Zebra');
    const all = screen.getByRole('checkbox', { name: 'Selecionar todos' });
    fireEvent.click(all);
    expect(screen.getByText('3 selecionados')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Bento' }));
    expect(screen.getByText('2 selecionados')).toBeTruthy();
    expect((all as HTMLInputElement).indeterminate).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Limpar seleção' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Zebra' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Bento' }), { shiftKey: true });
    expect(screen.getByText('3 selecionados')).toBeTruthy();
    act(() => zebra.cells[1]?.focus());
    zebra.cells[1]!.tabIndex = -1;
    act(() => zebra.cells[1]?.focus());
    await user.keyboard('{Escape}');
    expect(screen.getByText('3 itens')).toBeTruthy();
    await user.keyboard(' ');
    expect(zebra.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(screen.getByText('2 selecionados')).toBeTruthy();
  });

  it('should fire select with the selected rows, once per change', async () => {
    const body = {
      names: { $expr: 'event.rows.name' },
      keys: { $expr: 'event.keys' },
      n: { $expr: 'event.count' },
    };
    const on = { select: [{ request: { post: '/chosen', body } }] };
    const { host } = renderOrders({ selection }, {}, { on });
    await rowOf('Bento');
    const press = async (role: string, name: string, expected: Record<string, unknown>) => {
      const before = host.requests.length;
      fireEvent.click(screen.getByRole(role, { name }));
      await waitFor(() => expect(host.requests).toHaveLength(before + 1));
      expect(host.requests.at(-1)!.body).toEqual(expected);
    };
    await press('checkbox', 'Selecionar Bento', { names: 'Bento', keys: [3], n: 1 });
    await press('checkbox', 'Selecionar Zebra', { names: ['Bento', 'Zebra'], keys: [3, 1], n: 2 });
    await press('checkbox', 'Selecionar todos', {
      names: ['Zebra', 'ávila', 'Bento'],
      keys: [1, 2, 3],
      n: 3,
    });
    await press('button', 'Limpar seleção', { keys: [], n: 0 });
  });

  it('should render one row when one is selected', async () => {
    const changed = vi.fn();
    renderOrders({ selection });
    await rowOf('Bento');
    const before = lines().map((line) => line.querySelector('td:nth-child(2)')?.firstChild);
    const watch = new MutationObserver((found) => changed(found.map(({ target }) => target)));
    watch.observe(document.querySelector('tbody')!, {
      attributes: true,
      childList: true,
      subtree: true,
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Bento' }));
    await waitFor(() => expect(changed).toHaveBeenCalled());
    const rows = new Set(
      changed.mock.calls.flat(2).map((target: Element) => target.closest('tr')?.dataset.row),
    );
    expect([...rows]).toEqual(['3']);
    expect(lines().map((line) => line.querySelector('td:nth-child(2)')?.firstChild)).toEqual(before);
    watch.disconnect();
  });

  it('should copy the selected rows, with formulas made harmless', async () => {
    renderOrders({ selection }, { rows: [{ id: 1, name: '=cmd()', amount: -5, kind: null }, orders[1]] });
    const line = await rowOf('=cmd()');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar =cmd()' }));
    const setData = vi.fn();
    const event = createEvent.copy(line.cells[1]!, { clipboardData: { setData } });
    fireEvent(line.cells[1]!, event);
    expect(setData).toHaveBeenCalledWith('text/plain', "'=cmd()\t-5\t");
  });
});

describe('groups and totals', () => {
  const totalled = [
    orderColumns[0],
    { ...orderColumns[1], total: 'sum' },
    { ...orderColumns[2], totalValue: { $expr: 'row.count' } },
  ];

  it('should have totals in their columns, and open and close by press and by arrow', async () => {
    const user = userEvent.setup();
    renderOrders({ columns: totalled, groupBy: [{ field: 'kind' }] });
    await rowOf('Bento');
    expect(screen.getByRole('treegrid')).toBeTruthy();
    const texts = () => lines().map((line) => [...line.children].map((cell) => cell.textContent).join('|'));
    expect(texts()).toEqual(['A 2|40|2', 'Zebra|10|A', 'Bento|30|A', 'B 1|20|1', 'ávila|20|B']);
    expect(document.querySelector('tfoot')?.textContent).toBe('Total603');
    const group = screen.getByRole('button', { name: 'A 2' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(group);
    expect(texts()).toEqual(['A 2|40|2', 'B 1|20|1', 'ávila|20|B']);
    group.focus();
    await user.keyboard('{ArrowRight}');
    expect(texts()).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: 'Recolher grupos' }));
    expect(texts()).toEqual(['A 2|40|2', 'B 1|20|1']);
  });
});

describe('trees', () => {
  it('should open and close by the arrow keys, and move up to the parent', async () => {
    const user = userEvent.setup();
    const rows = [
      { id: 1, name: 'Raiz', below: [{ id: 2, name: 'Ramo' }] },
      { id: 3, name: 'Outra' },
    ];
    renderOrders({ tree: { children: 'below' } }, { rows });
    const root = await rowOf('Raiz');
    expect(root.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Ramo')).toBeNull();
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect((await rowOf('Ramo')).getAttribute('aria-level')).toBe('2');
    expect(focused()?.textContent).toContain('Ramo');
    await user.keyboard('{ArrowLeft}');
    expect(focused()?.textContent).toContain('Raiz');
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByText('Ramo')).toBeNull();
  });
});

describe('details', () => {
  it('should render the slot details for an opened row', async () => {
    const { host } = renderOrders(
      {},
      {},
      {
        slots: {
          details: [
            { id: 'more', type: 'text', props: { text: { $expr: "'Estado: ' & row.state" } } },
            {
              id: 'go',
              type: 'button',
              props: { text: 'Abrir' },
              on: { press: [{ navigate: '/orders/{row.id}' }] },
            },
          ],
        },
      },
    );
    await rowOf('Bento');
    expect(screen.queryByText(/^Estado/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Detalhes de ávila' }));
    expect(await screen.findByText('Estado: done')).toBeTruthy();
    expect((await rowOf('ávila')).getAttribute('aria-expanded')).toBe('true');
    // Rows of a plain grid cannot be expanded.
    expect(screen.getByRole('treegrid')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    await waitFor(() => expect(host.navigations).toEqual(['/orders/2']));
  });
});

describe('editing', () => {
  const edited = [
    { ...orderColumns[0], edit: { kind: 'text', required: true, save } },
    { ...orderColumns[1], edit: { kind: 'number', min: 0, when: { $expr: "row.state = 'open'" }, save } },
  ];
  const start = async (name: string) => {
    const line = await rowOf(name);
    fireEvent.doubleClick(line.cells[0]!);
    return within(line).getByRole('textbox', { name: 'Nome' });
  };

  it('should show a value at once, save it, and undo it', async () => {
    const user = userEvent.setup();
    const { host } = renderOrders({ columns: edited });
    await start('Zebra');
    await user.keyboard('{Control>}a{/Control}Zulu{Enter}');
    expect(screen.getByText('Zulu')).toBeTruthy();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ value: 'Zulu', was: 'Zebra' }));
    expect(host.requests[0]?.address).toBe('/orders/1');
    // Enter moves to the cell below.
    expect(focused()?.textContent).toBe('ávila');
    const undo = screen.getByRole('button', { name: 'Desfazer' });
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).not.toBe('true'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(host.requests[1]?.body).toEqual({ value: 'Zebra', was: 'Zulu' }));
    expect(screen.getByText('Zebra')).toBeTruthy();
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('true'));
  });

  it('should put a refused value back, with its error at the cell', async () => {
    const user = userEvent.setup();
    const { host } = renderOrders(
      { columns: edited },
      {
        answer: (_, __, { method }) => {
          if (method === 'get') return { data: orders };
          throw failure(422, 'Nome já existe.');
        },
      },
    );
    await start('Zebra');
    await user.keyboard('{Control>}a{/Control}Zulu{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Nome já existe.');
    expect(screen.getByText('Zebra')).toBeTruthy();
    expect(host.toasts).toEqual([]);
  });

  it('should load the rows again when somebody else changed one', async () => {
    const user = userEvent.setup();
    const { host } = renderOrders(
      { columns: edited },
      {
        answer: (_, __, { method }) => {
          if (method === 'get') return { data: orders };
          throw failure(409, 'Conflito.', 'VERSION_CONFLICT');
        },
      },
    );
    await start('Zebra');
    await user.keyboard('{Control>}a{/Control}Zulu{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Alterado por outra pessoa');
    await waitFor(() => expect(host.loads).toHaveLength(2));
  });

  it('should refuse invalid values, cancel with Escape, and continue with Tab', async () => {
    const user = userEvent.setup();
    const { host } = renderOrders({ columns: edited });
    await start('Zebra');
    await user.keyboard('{Control>}a{/Control}{Delete}{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('Preencha o valor.');
    await start('Zebra');
    await user.keyboard('xyz{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(focused()?.textContent).toContain('Zebra');
    await user.keyboard('{F2}{Tab}');
    expect(focused()?.textContent).toBe('10');
    await user.keyboard('7{Enter}');
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ value: 7, was: 10 }));
    // A cell whose condition does not hold cannot be edited.
    fireEvent.doubleClick((await rowOf('ávila')).cells[1]!);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('rich cells', () => {
  it('should render avatars, links and progress', async () => {
    const people = ['Ana Lima', 'Bia Melo', 'Caio Reis', 'Davi Luz', 'Eva Paz', 'Fábio Sá'].map((name) => ({
      name,
    }));
    const links = [
      { text: 'Site', to: 'https://acme.example/' },
      { text: 'Mal', to: 'javascript:alert(1)' },
    ];
    renderOrders(
      {
        columns: [
          { field: 'name', title: 'Nome' },
          { field: 'team', title: 'Equipe', cell: 'avatar-group', item: { text: 'name' } },
          { field: 'five', title: 'Cinco', cell: 'avatar-group', item: { text: 'name' } },
          { field: 'links', title: 'Links', cell: 'link-list', item: { text: 'text', link: 'to' } },
          { field: 'done', title: 'Feito', cell: 'progress', max: 8 },
        ],
      },
      { rows: [{ id: 1, name: 'X', team: people, five: people.slice(1), links, done: 2 }] },
    );
    const line = await rowOf('X');
    // Four of the six, and how many more there are: five avatars are never side by side.
    const team = within(line).getByRole('img', { name: /^Ana Lima, .*Davi Luz, 2 membros adicionais$/ });
    expect(team.textContent).toBe('ALBMCRDL+2');
    expect(within(team).getByTitle('2 membros adicionais').textContent).toBe('+2');
    expect(within(team).getByTitle('Davi Luz')).toBeTruthy();
    expect(within(line).getByRole('img', { name: /, 1 membro adicional$/ }).textContent).toContain('+1');
    expect(within(line).getByRole('link', { name: 'Site' }).getAttribute('rel')).toBe('noreferrer noopener');
    expect(within(line).queryByRole('link', { name: 'Mal' })).toBeNull();
    expect(within(line).getByRole('progressbar').getAttribute('aria-valuemax')).toBe('8');
    expect(within(line).getByText('25%')).toBeTruthy();
  });
});
