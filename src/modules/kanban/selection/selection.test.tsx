// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { bulkBody, cardsChangedBy, mostSelected, rangeOf, shownChange } from '../core/bulk.ts';
import { listKey, replay } from '../core/lists.ts';
import { neighboursOfSeveral } from '../core/moves.ts';
import { testBoard, testCard } from '../core/testing.ts';
import { openBoard } from '../testing/open-board.tsx';

afterEach(cleanup);

const isSelected = (name: string): boolean =>
  within(screen.getByRole('group', { name })).queryByRole('img', { name: 'kanban.select.selected' }) !== null;
const bar = () => screen.getByRole('toolbar', { name: 'kanban.select.bar' });

async function open(reply: () => unknown = () => ({ data: { rows: [] } }), count = 4) {
  const opened = await openBoard(
    Array.from({ length: count }, (_, at) => testCard(at + 1)),
    {},
  );
  const { host } = opened;
  const answer = host.onRun;
  const sent: { address: string; body?: unknown }[] = [];
  host.onRun = (request) => {
    if (request.method === 'get') return answer(request);
    sent.push(request);
    return reply();
  };
  const choose = async (menu: string, entry: string | RegExp) => {
    act(() => within(bar()).getByRole('button', { name: menu }).click());
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...opened, sent, choose };
}

describe('a change of several cards', () => {
  const cards = [testCard(1, { users: [21] }), testCard(2, { laneId: 12, statusId: 2 })];

  it('is sent for those alone for which it changes something', () => {
    const of = (change: Parameters<typeof cardsChangedBy>[1]) =>
      cardsChangedBy(cards, change).map(({ id }) => id);
    expect(of({ kind: 'lane', sprintId: 5, lane: testBoard.lanes[1]! })).toEqual([1]);
    expect(of({ kind: 'sprint', sprintId: 5 })).toEqual([]);
    expect(of({ kind: 'person', id: 21, isOn: true })).toEqual([2]);
    expect(of({ kind: 'person', id: 21, isOn: false })).toEqual([1]);
    expect(of({ kind: 'backlog' })).toEqual([1, 2]);
  });

  it('is shown as the server will write it', () => {
    const shown = (change: Parameters<typeof shownChange>[1]) => {
      const made = shownChange([1], change, testBoard);
      return 'edit' in made ? made.edit(cards[0]!) : null;
    };
    expect(shown({ kind: 'backlog' })).toMatchObject({ taskSprintId: null, laneId: null, statusId: 8 });
    expect(shown({ kind: 'lane', sprintId: 5, lane: testBoard.lanes[1]! })).toMatchObject({
      laneId: 12,
      statusId: 2,
    });
    expect(shown({ kind: 'person', id: 22, isOn: true })).toMatchObject({ users: [21, 22] });
    expect(bulkBody({ kind: 'tag', id: 31, isOn: false })).toEqual({ remove: { tags: [31] } });
  });

  it('to a place is shown and sent with the cards beside it, which stay', () => {
    const to = { bucket: 5, laneId: 12, ...neighboursOfSeveral([3, 1, 4], 2, new Set([1, 2])) };
    expect(to).toMatchObject({ afterId: 3, beforeId: 4 });
    expect(neighboursOfSeveral([1, 2], 1, new Set([1, 2]))).toEqual({ afterId: null, beforeId: null });
    const change = { kind: 'place', boardId: 7, to } as const;
    expect(bulkBody(change)).toEqual({ move: { boardId: 7, ...to } });
    const base = {
      seq: 1,
      cards: Object.fromEntries(
        [1, 2, 3, 4].map((id) => [id, testCard(id, id > 2 ? { laneId: 12, statusId: 2 } : {})]),
      ),
    };
    const pending = { kind: 'change', opId: 'a', isAccepted: false } as const;
    const shown = replay(
      base,
      [{ ...pending, change: shownChange([2, 1], change, testBoard) }],
      testBoard,
      null,
    );
    expect(shown.lists.get(listKey(5, 12))).toEqual([3, 2, 1, 4]);
    // Within one list, too.
    const inLane = { ...change, to: { bucket: 5, laneId: 12, afterId: 4, beforeId: null } } as const;
    const again = replay(
      base,
      [{ ...pending, change: shownChange([3], inLane, testBoard) }],
      testBoard,
      null,
    );
    expect(again.lists.get(listKey(5, 12))).toEqual([4, 3]);
  });

  it('takes ranges either way, and one card without a beginning', () => {
    expect(rangeOf([1, 2, 3, 4], 3, 1)).toEqual([1, 2, 3]);
    expect(rangeOf([1, 2, 3, 4], null, 2)).toEqual([2]);
    expect(rangeOf([1, 2, 3, 4], 9, 2)).toEqual([2]);
  });
});

describe('the selection', () => {
  it('is made by keys and moved as one operation, with one undo', async () => {
    const { host, card, cardsOf, sent, choose } = await open();
    act(() => card('RVR-1 Tarefa 1').focus());
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: ' ' });
    fireEvent.keyDown(card('RVR-3 Tarefa 3'), { key: 'X', shiftKey: true });
    expect(within(bar()).getByRole('status').textContent).toBe('kanban.select.count');
    expect(isSelected('RVR-2 Tarefa 2')).toBe(true);
    expect(isSelected('RVR-4 Tarefa 4')).toBe(false);
    await choose('kanban.select.move', 'Em andamento');
    expect(cardsOf('Em andamento')).toEqual(['RVR-1 Tarefa 1', 'RVR-2 Tarefa 2', 'RVR-3 Tarefa 3']);
    await waitFor(() => expect(host.notices).toMatchObject([{ kind: 'success' }]));
    expect(sent).toMatchObject([
      {
        address: '/handler/v2/agile/tasks/-/bulk',
        body: { ids: [1, 2, 3], set: { statusId: 2, taskSprintId: 5 } },
      },
    ]);
    act(() => host.notices[0]!.undo!());
    expect(sent[1]!.address).toMatch(/\/undo$/);
  });

  it('offers no undo any more once a key has done it', async () => {
    const { host, card, choose } = await open();
    fireEvent.click(card('RVR-1 Tarefa 1'), { ctrlKey: true });
    await choose('kanban.select.move', 'Em andamento');
    await waitFor(() => expect(host.notices).toMatchObject([{ text: 'kanban.select.changed' }]));
    expect(host.dismissed).toEqual([]);
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'z', ctrlKey: true });
    expect(host.dismissed).toEqual(['kanban.select.changed']);
  });

  it('is undone by a second try where the place was not there at the first', async () => {
    const refusals = [{ code: 'PLACE_GONE', status: 409, message: 'Traga o quadro de volta', errors: [] }];
    const { host, card, choose, sent } = await open(() => {
      const refusal = sent.at(-1)!.address.endsWith('/undo') ? refusals.pop() : undefined;
      return refusal ? Promise.reject(refusal) : { data: { rows: [] } };
    });
    fireEvent.click(card('RVR-1 Tarefa 1'), { ctrlKey: true });
    await choose('kanban.select.move', 'Em andamento');
    await waitFor(() => expect(host.notices).toHaveLength(1));
    const undo = () => fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'z', ctrlKey: true });
    undo();
    await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ detail: 'Traga o quadro de volta' }));
    undo();
    await waitFor(() =>
      expect(host.notices.at(-1)).toMatchObject({ kind: 'success', text: 'kanban.undone' }),
    );
    expect(sent[2]!.address).toBe(sent[1]!.address);
  });

  it('is made by clicks with Ctrl and Shift, and ended by Escape', async () => {
    const { card } = await open();
    fireEvent.click(card('RVR-1 Tarefa 1'), { ctrlKey: true });
    fireEvent.click(card('RVR-2 Tarefa 2'), { shiftKey: true });
    fireEvent.click(card('RVR-1 Tarefa 1'), { ctrlKey: true });
    expect(isSelected('RVR-1 Tarefa 1')).toBe(false);
    expect(isSelected('RVR-2 Tarefa 2')).toBe(true);
    act(() => within(bar()).getByRole('button', { name: 'kanban.select.clear' }).focus());
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(screen.queryByRole('toolbar', { name: 'kanban.select.bar' })).toBe(null);
    await waitFor(() => expect(document.activeElement).toBe(card('RVR-1 Tarefa 1')));
  });

  it('names every card that stands in the way, and changes nothing', async () => {
    const errors = [
      { path: '/ids/1', message: 'Cheia' },
      { path: '/ids/2', message: 'Encerrado' },
    ];
    const { host, card, cardsOf, choose } = await open(() =>
      Promise.reject({ code: 'LANE_FULL', status: 409, message: 'Nada mudou', errors }),
    );
    act(() => card('RVR-1 Tarefa 1').focus());
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'a', ctrlKey: true });
    await choose('kanban.select.priority', 'Alta');
    await waitFor(() =>
      expect(host.notices).toMatchObject([
        { kind: 'error', text: 'Nada mudou', detail: 'RVR-2: Cheia · RVR-3: Encerrado' },
      ]),
    );
    expect(cardsOf('Início')).toHaveLength(4);
  });

  it('is deleted after a question', async () => {
    const { host, card, cardsOf, sent } = await open();
    fireEvent.click(card('RVR-1 Tarefa 1'), { ctrlKey: true });
    fireEvent.click(card('RVR-2 Tarefa 2'), { ctrlKey: true });
    act(() => within(bar()).getByRole('button', { name: 'kanban.select.remove' }).click());
    expect(host.questions).toMatchObject([{ kind: 'delete', title: 'kanban.select.delete' }]);
    await waitFor(() => expect(sent).toMatchObject([{ body: { ids: [1, 2], delete: true } }]));
    expect(cardsOf('Início')).toEqual(['RVR-3 Tarefa 3', 'RVR-4 Tarefa 4']);
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'kanban.select.bar' })).toBe(null));
    // The next one has the focus, so that keys go on.
    await waitFor(() => expect(document.activeElement).toBe(card('RVR-3 Tarefa 3')));
  });

  it('asks nothing where more are selected than one deletion takes', async () => {
    const { host, card, sent } = await open(undefined, mostSelected + 1);
    act(() => card('RVR-1 Tarefa 1').focus());
    fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'a', ctrlKey: true });
    act(() => within(bar()).getByRole('button', { name: 'kanban.select.remove' }).click());
    await waitFor(() =>
      expect(host.notices).toMatchObject([{ kind: 'error', text: 'kanban.select.tooMany' }]),
    );
    expect([host.questions, sent]).toEqual([[], []]);
  });
});
