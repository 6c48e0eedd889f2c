// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noFilter } from '../core/filter.ts';
import { readSaved, storedFilters, withSaved, type SavedFilter } from '../core/saved-filters.ts';
import { testBoard, testCard } from '../core/testing.ts';
import { openBoard } from '../testing/open-board.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const late: SavedFilter = {
  name: 'Atrasadas',
  filter: { text: 'fiscal', due: 'late', people: [21] },
  order: 'due',
  grouping: 'person',
};

describe('saved filters', () => {
  it('are read as they were stored, without what does not fit any more', () => {
    expect(readSaved(storedFilters([late]))).toEqual([late]);
    expect(
      readSaved([{ name: 'Antigo', due: 'never', people: ['x', 22], order: 'size' }, { name: '' }, 7]),
    ).toEqual([{ name: 'Antigo', filter: { ...noFilter, people: [22] }, order: 'manual', grouping: null }]);
    expect(readSaved(null)).toEqual([]);
    expect(storedFilters([])).toBe(null);
  });

  it('replace the one of the same name, in the order of their names', () => {
    const other = { ...late, name: 'Minhas' };
    const changed = { ...late, order: 'title' as const };
    expect(withSaved([other, late], changed)).toEqual([changed, other]);
  });
});

const cards = [testCard(1, { title: 'Alfa' }), testCard(2, { title: 'Beta' })];

it('keeps what is shown under a name, and shows it again', async () => {
  const { host, cardsOf } = await openBoard(cards);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'alfa' } });
  fireEvent.click(screen.getByRole('button', { name: 'kanban.saved.label' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'kanban.saved.save' }));
  const dialog = await screen.findByRole('dialog', { hidden: true });
  const save = within(dialog).getByRole('button', { name: 'kanban.lanes.save', hidden: true });
  fireEvent.click(save);
  expect(within(dialog).getByText('kanban.sprints.required')).toBeTruthy();
  const name = within(dialog).getByRole('textbox', { hidden: true });
  fireEvent.change(name, { target: { value: 'a'.repeat(61) } });
  fireEvent.click(save);
  expect(within(dialog).getByText('kanban.card.tooLong')).toBeTruthy();
  expect(host.preferences.get('board.7.filters') ?? null).toBeNull();
  fireEvent.change(name, { target: { value: 'Só alfa' } });
  fireEvent.click(save);
  expect(host.preferences.get('board.7.filters')).toMatchObject([{ name: 'Só alfa', text: 'alfa' }]);
  fireEvent.change(screen.getByRole('searchbox', { hidden: true }), { target: { value: '' } });
  expect(cardsOf('Início')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'kanban.saved.label' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Só alfa' }));
  expect(cardsOf('Início')).toEqual(['RVR-1 Alfa']);
  expect(screen.getByRole('button', { name: 'Só alfa' })).toBeTruthy();
});

it('has the filters behind one button on phones', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await openBoard(cards);
  expect(screen.queryByRole('combobox', { name: 'kanban.due.label' })).toBe(null);
  act(() => screen.getByRole('button', { name: 'kanban.filterButton' }).click());
  const sheet = await screen.findByRole('dialog', { name: 'kanban.filterButton', hidden: true });
  expect(within(sheet).getByRole('combobox', { name: 'kanban.due.label', hidden: true })).toBeTruthy();
  expect(within(sheet).getByRole('button', { name: 'kanban.saved.label', hidden: true })).toBeTruthy();
});

it('shows four people and a number for the others, whose cards can be chosen too', async () => {
  const users = [21, 22, 23, 24, 25, 26].map((id) => ({
    id,
    name: `Pessoa ${id}`,
    photourl: null,
    assignable: true,
  }));
  const { cardsOf } = await openBoard([testCard(1, { head: 26 }), testCard(2)], {
    board: { ...testBoard, users },
  });
  expect(screen.getAllByRole('button', { name: /^Pessoa/ })).toHaveLength(4);
  const more = screen.getByRole('button', { name: 'kanban.morePeople' });
  expect(more.textContent).toBe('+2');
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Pessoa 26' }));
  expect(cardsOf('Início')).toEqual(['RVR-1 Tarefa 1']);
});
