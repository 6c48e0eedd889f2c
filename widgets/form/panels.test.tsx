// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { openForm, reset, save } from '../../src/engine/react/testing/form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = (title: string) => ({ type: 'array', title, items: { type: 'object' } });
const columns = [
  { field: 'read', title: 'Consulta' },
  { field: 'create', title: 'Inclusão', implies: ['read'], allowed: 'may.create' },
  { field: 'update', title: 'Alteração', implies: ['read'] },
];
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    title: `Tela ${at + 1}`,
    module: { key: at < count / 2 ? 'a' : 'b', title: at < count / 2 ? 'Um' : 'Outro' },
    may: { create: at !== 0 },
  }));

function openMatrix(count: number, value: JsonObject = { id: 1, rights: [] }) {
  return openForm(
    { rights: list('Permissões') },
    {
      fields: [
        {
          field: 'rights',
          widget: 'matrix',
          sentAs: ['sent'],
          options: { source: 'screens', value: 'id', label: 'title' },
          matrix: {
            key: 'screen',
            columns,
            group: 'module.key',
            groupTitle: 'module.title',
            search: 'Pesquisar',
          },
        },
      ],
      value,
      screen: { sources: { screens: { get: '/screens', rows: 'data' } } },
      answer: () => ({ data: rows(count) }),
    },
  );
}
const cell = (name: string) => screen.getByRole('checkbox', { name });
const state = (name: string) => cell(name).getAttribute('aria-checked');

describe('matrix', () => {
  it('checks what a cell implies and locks it, and submits the rows with a checked cell', async () => {
    const host = openMatrix(4);
    await screen.findByRole('grid', { name: 'Permissões' });
    await userEvent.click(cell('Alteração, Tela 2'));
    expect([state('Consulta, Tela 2'), state('Alteração, Tela 2'), state('Tudo, Tela 2')]).toEqual([
      'true',
      'true',
      'mixed',
    ]);
    expect(cell('Consulta, Tela 2').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(cell('Consulta, Tela 2'));
    expect(state('Consulta, Tela 2')).toBe('true');
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toMatchObject({
        rights: [{ screen: 2, read: true, create: false, update: true }],
      }),
    );
  });

  it('sets a row, a group and a column at once, never what is not allowed', async () => {
    openMatrix(4);
    await screen.findByRole('grid', { name: 'Permissões' });
    await userEvent.click(cell('Tudo, todas em Um'));
    expect([state('Inclusão, Tela 1'), state('Alteração, Tela 1'), state('Inclusão, Tela 2')]).toEqual([
      'false',
      'true',
      'true',
    ]);
    // Forbidden checkboxes do not count: all that may be checked are.
    expect([state('Tudo, todas em Um'), state('Tudo, todas as linhas')]).toEqual(['true', 'mixed']);
    await userEvent.click(cell('Tudo, todas em Um'));
    expect(state('Tudo, todas em Um')).toBe('false');
    await userEvent.click(cell('Inclusão, todas as linhas'));
    expect([state('Inclusão, Tela 1'), state('Inclusão, Tela 4'), state('Consulta, Tela 4')]).toEqual([
      'false',
      'true',
      'true',
    ]);
    await userEvent.click(cell('Tudo, Tela 4'));
    expect(state('Tudo, Tela 4')).toBe('true');
    await reset();
    expect(state('Tudo, todas as linhas')).toBe('false');
  });

  it('is one stop for Tab; arrows move, Space and Enter set, and Enter does not submit', async () => {
    const host = openMatrix(4);
    const grid = await screen.findByRole('grid', { name: 'Permissões' });
    expect(
      within(grid)
        .getAllByRole('checkbox')
        .filter((one) => one.tabIndex === 0),
    ).toHaveLength(1);
    cell('Consulta, todas as linhas').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(cell('Alteração, Tela 1'));
    await userEvent.keyboard('{Enter}');
    expect(state('Consulta, Tela 1')).toBe('true');
    await userEvent.keyboard('{ArrowDown} ');
    expect(state('Alteração, Tela 2')).toBe('true');
    await userEvent.keyboard('{Shift>} {/Shift}');
    expect(state('Tudo, Tela 2')).toBe('true');
    await userEvent.keyboard('{Home}{ArrowUp}{ArrowUp}{ArrowLeft}');
    expect(screen.queryByRole('rowheader', { name: 'Tela 1' })).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('rowheader', { name: 'Tela 1' })).toBeTruthy();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(document.activeElement).toBe(cell('Tudo, Tela 4'));
    expect(host.requests).toEqual([]);
  });

  it('renders for a press its line, the head of its columns and the count, and nothing else', async () => {
    const pending = new Set<() => void>();
    const flush = () =>
      act(() => {
        for (const work of pending) {
          pending.delete(work);
          work();
        }
      });
    vi.stubGlobal('requestIdleCallback', (work: () => void) => (pending.add(work), work));
    vi.stubGlobal('cancelIdleCallback', (work: () => void) => pending.delete(work));
    openMatrix(32);
    await screen.findByRole('grid', { name: 'Permissões' });
    await waitFor(() => {
      flush();
      expect(screen.getAllByRole('rowheader')).toHaveLength(34);
    });
    // The first change of a form says that there are some.
    await userEvent.click(cell('Inclusão, Tela 10'));
    const rendersOf = async (name: string) => {
      flush();
      resetCounters();
      await userEvent.click(cell(name));
      flush();
      return Object.entries(counters.renders)
        .filter(([id]) => /^(matrix|form)/.test(id))
        .map(([id, count]) => `${id} ${count}`)
        .sort();
    };
    // Strict mode renders twice. The line that Tab went to before renders too, and the group's line and the column's head, which are mixed now.
    expect(await rendersOf('Alteração, Tela 11')).toEqual([
      'matrix-block:0 2',
      'matrix-block:8 2',
      'matrix-head:2 2',
      'matrix-line:0 2',
      'matrix-line:10 2',
      'matrix-line:11 2',
    ]);
    // A block reads the rows of its groups; their line shows the same as before.
    expect(await rendersOf('Alteração, Tela 12')).toEqual([
      'matrix-block:0 2',
      'matrix-block:8 2',
      'matrix-line:11 2',
      'matrix-line:12 2',
    ]);
  });

  it('searches its rows; a column then means those that are found', async () => {
    openMatrix(4);
    await screen.findByRole('grid', { name: 'Permissões' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Pesquisar' }), 'tela 3');
    expect(screen.getAllByRole('rowheader').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Outro (1)',
      'Tela 3',
    ]);
    await userEvent.click(cell('Consulta, todas as linhas'));
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Pesquisar' }));
    expect([state('Consulta, Tela 3'), state('Consulta, Tela 4')]).toEqual(['true', 'false']);
  });

  it('renders the lines in view of 300 first and the others in pauses, and sets all of them', async () => {
    const host = openMatrix(300);
    await screen.findByRole('grid', { name: 'Permissões' });
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    await userEvent.click(cell('Consulta, todas as linhas'));
    await waitFor(() => expect(document.querySelectorAll('[data-line]')).toHaveLength(302));
    const reads = () => [...document.querySelectorAll('[aria-label^="Consulta, Tela"]')];
    await waitFor(() => {
      expect(reads()).toHaveLength(300);
      expect(new Set(reads().map((one) => one.getAttribute('aria-checked')))).toEqual(new Set(['true']));
    });
    await save();
    await waitFor(() =>
      expect((host.requests[0]?.body as { rights: unknown[] } | undefined)?.rights).toHaveLength(300),
    );
  });
});

describe('pending-list', () => {
  const people = [
    { id: 7, name: 'Ana' },
    { id: 8, name: 'Bia' },
  ];
  const openList = (props: JsonObject = {}) =>
    openForm(
      { people: list('Membros') },
      {
        fields: [
          {
            field: 'people',
            widget: 'pending-list',
            placeholder: 'Adicionar',
            options: {
              get: '/people',
              rows: 'data',
              search: 'name',
              value: 'id',
              label: 'name',
              debounce: 0,
            },
          },
        ],
        value: { id: 1, people },
        props,
        answer: () => ({ data: [...people, { id: 9, name: 'Caio' }] }),
      },
    );
  const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

  it('adds, removes, restores, and takes back what was added', async () => {
    const host = openList();
    await screen.findByRole('group', { name: 'Membros' });
    expect(items()).toEqual(['Ana', 'Bia']);
    const box = screen.getByRole('combobox', { name: 'Adicionar' });
    await userEvent.click(box);
    // Those who are in the list already are not offered.
    expect((await screen.findByRole('option', { name: 'Ana' })).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('option', { name: 'Caio' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remover Ana' }));
    expect(items()).toEqual(['CaioNovo', 'AnaSerá removidoRestaurar', 'Bia']);
    expect(screen.getByText('+1 novo')).toBeTruthy();
    expect(screen.getByText('−1 removido')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar Ana' }));
    await userEvent.click(screen.getByRole('button', { name: 'Não adicionar Caio' }));
    expect(items()).toEqual(['Ana', 'Bia']);
    await save();
    expect(host.requests).toEqual([]);
  });

  it('marks a removed item that is added again as new', async () => {
    openList();
    await screen.findByRole('group', { name: 'Membros' });
    await userEvent.click(screen.getByRole('button', { name: 'Remover Ana' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Adicionar' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ana' }));
    expect(items()).toEqual(['AnaNovo', 'Bia']);
    await reset();
    expect(items()).toEqual(['Ana', 'Bia']);
  });

  it('keeps a locked item, and says why', async () => {
    const locked = { field: 'last', reason: 'Fica' };
    openForm(
      { people: list('Membros') },
      {
        fields: [
          {
            field: 'people',
            widget: 'pending-list',
            locked,
            options: { get: '/people', rows: 'data', value: 'id', label: 'name' },
          },
        ],
        value: { id: 1, people: [{ ...people[0]!, last: true }, people[1]!] },
      },
    );
    await screen.findByRole('group', { name: 'Membros' });
    const lock = screen.getByRole('button', { name: 'Ana: Fica' });
    expect(lock.getAttribute('aria-disabled')).toBe('true');
    lock.focus();
    await userEvent.keyboard('{Delete}');
    await userEvent.keyboard('{Enter}');
    expect(items()).toEqual(['Ana', 'Bia']);
    expect(screen.queryByRole('button', { name: 'Remover Ana' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remover Bia' })).toBeTruthy();
  });

  it('moves by arrows, removes by Delete, and is read without buttons', async () => {
    openList();
    await screen.findByRole('group', { name: 'Membros' });
    screen.getByRole('button', { name: 'Remover Ana' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remover Bia' }));
    await userEvent.keyboard('{Delete}');
    expect(items()).toEqual(['BiaSerá removidoRestaurar', 'Ana']);
    cleanup();
    openList({ readOnly: true });
    await screen.findByRole('group', { name: 'Membros' });
    expect(items()).toEqual(['Ana', 'Bia']);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remover Ana' })).toBeNull();
  });
});
