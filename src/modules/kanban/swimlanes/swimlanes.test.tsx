// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../../engine/core/testing/fake-host.ts';
import { indexOf } from '../core/filter.ts';
import {
  cardBeside,
  changeFor,
  groupOf,
  linesOf,
  setInGroup,
  swimlanesOf,
  type Grouping,
} from '../core/swimlanes.ts';
import { testBoard, testCard } from '../core/testing.ts';
import { openBoard } from '../testing/open-board.tsx';

afterEach(cleanup);

const index = indexOf(testBoard);

describe('swimlanes', () => {
  const cards = [
    testCard(1, { storyId: 41, priorityId: 2, tags: [31], users: [22] }),
    testCard(2, { laneId: 12, statusId: 2, head: 21, users: [22] }),
    testCard(3, { priorityId: 2 }),
  ];
  const byId = Object.fromEntries(cards.map((card) => [card.id, card]));
  const groups = (by: Grouping) =>
    swimlanesOf(
      by,
      testBoard.lanes,
      (lane) => cards.filter(({ laneId }) => laneId === lane.id).map(({ id }) => id),
      byId,
      testBoard,
      index,
    );

  it('have each card once, in the order of the board, those without at the end', () => {
    const shown = (by: Grouping) => groups(by).map(({ title, count }) => [title, count]);
    expect(shown('story')).toEqual([
      ['Separação', 1],
      [null, 2],
    ]);
    expect(shown('person')).toEqual([
      ['Ana Souza', 1],
      ['Ângelo Dias', 1],
      [null, 1],
    ]);
    expect(shown('priority')).toEqual([
      ['Urgente', 0],
      ['Alta', 2],
      ['Média', 0],
      ['Baixa', 0],
      [null, 1],
    ]);
    expect(shown('tag')).toEqual([
      ['Fiscal', 1],
      [null, 2],
    ]);
  });

  it('have a row to drop into, and none when they are closed', () => {
    const lines = (collapsed: number[]) =>
      linesOf(groups('priority'), new Set(collapsed)).map(({ group, at }) => `${group.title} ${at}`);
    expect(lines([1, 3, 4, 0])).toEqual([
      'Urgente head',
      'Alta head',
      'Alta 0',
      'Alta 1',
      'Média head',
      'Baixa head',
      'null head',
    ]);
    expect(lines([2, 3, 4, 0]).slice(0, 2)).toEqual(['Urgente head', 'Urgente 0']);
  });

  it('change what they stand for when a card comes into them', () => {
    const change = (by: Grouping, card: number, to: number) =>
      changeFor(by, byId[card]!, groupOf(by, byId[card]!, index), to);
    expect(change('story', 1, 0)).toEqual({ storyId: null });
    expect(change('priority', 3, 1)).toEqual({ priorityId: 1 });
    expect(change('tag', 3, 31)).toEqual({ tags: [31] });
    expect(change('tag', 1, 0)).toEqual({ tags: [] });
    expect(change('person', 1, 21)).toEqual({ users: [21] });
    expect(change('person', 2, 22)).toEqual({ head: 22, users: [22] });
    expect(change('person', 2, 0)).toEqual({ head: null, users: [22] });
  });

  it('are walked through by the arrows', () => {
    const lines = linesOf(groups('story'), new Set());
    const next = (id: number, step: 'up' | 'down' | 'left' | 'right') =>
      cardBeside(lines, [11, 12, 14], id, step);
    expect([next(1, 'down'), next(3, 'up'), next(3, 'down')]).toEqual([3, 1, null]);
    expect([next(1, 'right'), next(2, 'left'), next(2, 'right')]).toEqual([2, 3, null]);
  });
});

async function openLanes(
  cards = [testCard(1, { priorityId: 2 }), testCard(2), testCard(3, { priorityId: 2 })],
) {
  const opened = await openBoard(cards);
  fireEvent.click(screen.getByRole('combobox', { name: 'kanban.swim.label' }));
  fireEvent.click(await screen.findByRole('option', { name: 'kanban.swim.priority' }));
  await screen.findByRole('region', { name: 'kanban.swim.board' });
  const head = (name: string) => screen.getByRole('button', { name });
  const inCell = (cell: string) =>
    [...document.querySelectorAll(`[data-cell="${cell}"] [data-card]`)].map((one) =>
      Number(one.getAttribute('data-card')),
    );
  return { ...opened, head, inCell };
}

describe('a board with swimlanes', () => {
  it('moves a card into another swimlane by the keyboard, as one operation', async () => {
    const { card, moves, inCell } = await openLanes();
    expect(inCell('5:11@2')).toEqual([1, 3]);
    act(() => card('RVR-1 Tarefa 1').focus());
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'PageUp', shiftKey: true });
    expect(inCell('5:11@1')).toEqual([1]);
    await waitFor(() =>
      expect(moves()).toMatchObject([
        {
          address: '/handler/v2/agile/boards/7/cards/1/move',
          body: { bucket: 5, laneId: 11, set: { priorityId: 1 } },
        },
      ]),
    );
    await waitFor(() => expect(document.activeElement).toBe(card('RVR-1 Tarefa 1')));
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'ArrowRight', shiftKey: true });
    expect(inCell('5:12@1')).toEqual([1]);
  });

  it('takes a card back that a swimlane refuses, and says why', async () => {
    const { host, card, inCell } = await openLanes();
    const answer = host.onRun;
    host.onRun = (request) =>
      request.method === 'post'
        ? Promise.reject({
            ...failure('VALIDATION_FAILED', 'Inválido'),
            errors: [{ path: '/set/priorityId', message: 'De outro projeto' }],
          })
        : answer(request);
    act(() => card('RVR-1 Tarefa 1').focus());
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'PageUp', shiftKey: true });
    await waitFor(() =>
      expect(host.notices).toMatchObject([
        { kind: 'error', detail: '“Tarefa 1” não foi movida De outro projeto' },
      ]),
    );
    expect(inCell('5:11@2')).toEqual([1, 3]);
  });

  it('closes and opens a swimlane', async () => {
    const { head, inCell } = await openLanes();
    expect(head('Alta').getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(head('Alta'));
    expect(inCell('5:11@2')).toEqual([]);
    expect(inCell('5:11@0')).toEqual([2]);
    fireEvent.click(head('Alta'));
    expect(inCell('5:11@2')).toEqual([1, 3]);
  });

  it('renders few of many cards', async () => {
    await openLanes(
      Array.from({ length: 5000 }, (_, at) =>
        testCard(at + 1, { laneId: [11, 11, 11, 12, 14][at % 5]!, priorityId: (at % 4) + 1 }),
      ),
    );
    const mounted = within(screen.getByRole('region', { name: 'kanban.swim.board' })).getAllByRole('group');
    expect(mounted.length).toBeGreaterThan(10);
    expect(mounted.length).toBeLessThanOrEqual(150);
  });
});

it('adds a card with what its swimlane stands for', async () => {
  const { host } = await openBoard([testCard(1, { storyId: 41 }), testCard(2)]);
  fireEvent.click(screen.getByRole('combobox', { name: 'kanban.swim.label' }));
  fireEvent.click(await screen.findByRole('option', { name: 'kanban.swim.story' }));
  const [first] = await screen.findAllByRole('button', { name: 'kanban.add.openIn' });
  fireEvent.click(first!);
  const line = screen.getByRole('combobox', { name: 'kanban.add.openIn' });
  fireEvent.change(line, { target: { value: 'Nova' } });
  fireEvent.keyDown(line, { key: 'Enter' });
  await waitFor(() =>
    expect(host.runs.findLast(({ method }) => method === 'post')?.body).toMatchObject({
      title: 'Nova',
      storyId: 41,
      laneId: 11,
    }),
  );
});

it('gives a new card person, tag and priority of its swimlane beside what was typed', () => {
  const typed = { users: [22], tags: [31], priorityId: 2 };
  expect(setInGroup('person', 21, typed)).toEqual({ users: [21, 22] });
  expect(setInGroup('tag', 32, typed)).toEqual({ tags: [32, 31] });
  expect(setInGroup('priority', 1, typed)).toEqual({});
  expect(setInGroup('priority', 1, { ...typed, priorityId: null })).toEqual({ priorityId: 1 });
  expect(setInGroup('story', 0, typed)).toEqual({});
});
