// @vitest-environment jsdom
import { act, cleanup, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { testCard } from './core/testing.ts';
import { viewersOf } from './core/viewers.ts';
import { openBoard } from './testing/open-board.tsx';

// The lists measure themselves, which jsdom does not lay out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
afterEach(cleanup);

const person = (id: number, name: string, ...open: number[]) => ({ id, name, photourl: null, open });
const ana = person(21, 'Ana Souza', 2);
const bia = person(22, 'Bia Lima', 2, 3);
const marksOf = (card: HTMLElement) =>
  within(card)
    .queryAllByRole('img', { name: /^Aberta por/ })
    .map((mark) => [mark.getAttribute('aria-label'), mark.textContent]);

it('shows on a card who else has it open, until they close it or leave', async () => {
  const { host, card } = await openBoard();
  const me = person(host.user.id, 'Eu', 1);
  const [one, two, three] = [1, 2, 3].map((id) => card(`RVR-${id} Tarefa ${id}`));
  act(() => host.events.fill('board:7', [ana, bia, me]));
  expect([one!, two!, three!].map(marksOf)).toEqual([
    [],
    [['Aberta por Ana Souza, Bia Lima', 'ASBL']],
    [['Aberta por Bia Lima', 'BL']],
  ]);
  act(() => host.events.fill('board:7', [person(21, 'Ana Souza'), me]));
  expect([one!, two!, three!].flatMap(marksOf)).toEqual([]);
});

it('shows two people at most, and how many there are besides, all of them by name', async () => {
  const { host, card } = await openBoard();
  const more = [ana, bia, person(23, 'Caio Reis', 2), person(24, 'Davi Paz', 2)];
  act(() => host.events.fill('board:7', more));
  expect(marksOf(card('RVR-2 Tarefa 2'))).toEqual([
    ['Aberta por Ana Souza, Bia Lima, Caio Reis, Davi Paz', 'ASBL+2'],
  ]);
});

it('renders no card when somebody opens one', async () => {
  const { host, card } = await openBoard(Array.from({ length: 40 }, (_, at) => testCard(at + 1)));
  act(() => host.events.fill('board:7', [person(21, 'Ana Souza'), bia]));
  const translate = vi.spyOn(host, 'translate');
  act(() => host.events.fill('board:7', [ana, bia]));
  expect(marksOf(card('RVR-2 Tarefa 2'))).toHaveLength(1);
  expect(marksOf(card('RVR-3 Tarefa 3'))).toHaveLength(1);
  const texts = new Set(translate.mock.calls.map(([key]) => key));
  expect([...texts].sort()).toEqual(['kanban.here', 'kanban.openBy']);
  const named = translate.mock.calls.flatMap(([key, values]) =>
    key === 'kanban.openBy' ? [values?.['names']] : [],
  );
  expect(new Set(named)).toEqual(new Set(['Ana Souza, Bia Lima']));
});

it('keeps the lists of cards where nobody came or went', () => {
  const before = viewersOf([ana, bia], 1, new Map());
  const after = viewersOf([bia], 1, before);
  expect(after.get(3)).toBe(before.get(3));
  expect(after.get(2)).toEqual([bia]);
  expect(viewersOf([{ ...bia, name: 'Bia Reis' }], 1, after).get(3)).toMatchObject([{ name: 'Bia Reis' }]);
});
