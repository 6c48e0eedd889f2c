import { expect, it } from 'vitest';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import { countsOf, unfinishedCards, usualTarget } from './ending.ts';

const board = (...sprints: [id: number, startDate: string, state: 'open' | 'ended'][]) =>
  ({ sprints: sprints.map(([id, startDate, state]) => ({ id, startDate, state })) }) as unknown as Board;

it('unfinished tasks usually go on in the next open sprint, else in a new one', () => {
  const own = [1, '2026-11-02', 'open'] as [number, string, 'open'];
  expect(usualTarget(board(own, [2, '2026-11-16', 'open'], [3, '2026-11-30', 'open']), 1)).toBe(2);
  expect(usualTarget(board(own, [2, '2026-10-01', 'open']), 1)).toBe(2);
  expect(usualTarget(board(own, [2, '2026-11-16', 'ended']), 1)).toBe('new');
});

it('unfinished tasks are those of the sprint, the most urgent ones first', () => {
  const card = (id: number, priorityId: number | null, statusId: number, taskSprintId: number | null) =>
    ({ id, priorityId, statusId, taskSprintId }) as BoardCard;
  const cards = [
    card(1, null, 1, 7),
    card(2, 3, 2, 7),
    card(3, 1, 1, 7),
    card(4, 1, 4, 7),
    card(5, 1, 1, null),
  ];
  const byId = Object.fromEntries(cards.map((one) => [one.id, one]));
  expect(unfinishedCards(byId, 7, new Set([4, 5])).map(({ id }) => id)).toEqual([3, 2, 1]);
  expect([...countsOf([2, 'new', 2])]).toEqual([
    [2, 2],
    ['new', 1],
  ]);
});
