import { describe, expect, it } from 'vitest';
import type { HostFailure } from '../../../engine/core/index.ts';
import { createMemoryDevice } from '../../../client/testing/outbox.ts';
import { listKey } from './lists.ts';
import { createBoardSync, type BoardGesture } from './sync.ts';
import { createFakeServer, moveOp, settle, testCard } from './testing.ts';

const first = listKey(5, 11);
const second = listKey(5, 12);
const backlog = listKey(null, null);

async function open(cards = [1, 2, 3].map((id) => testCard(id)), device = createMemoryDevice()) {
  const server = createFakeServer(cards, 1, device);
  const refused: { move: BoardGesture; failure: HostFailure; name: string }[] = [];
  const accepted: BoardGesture[] = [];
  const sync = createBoardSync(7, server, {
    refused: (move, failure, name) => void refused.push({ move, failure, name }),
    accepted: (move) => void accepted.push(move),
  });
  await settle();
  const list = (key = first) => sync.getState().shown?.lists.get(key) ?? [];
  return { server, sync, refused, accepted, list };
}

/** A call that says which gesture it is of. */
const requestOf = (body: string) => ({ method: 'post' as const, address: '/change', body });
const noNetwork = { code: 'NETWORK', status: 0 };

const toSecond = { bucket: 5, laneId: 12, afterId: null, beforeId: null };

describe('the state of a board', () => {
  it('shows a move at once, and keeps it while it is sent', async () => {
    const { server, sync, list } = await open();
    sync.move(2, toSecond);
    await settle();
    expect(list()).toEqual([1, 3]);
    expect(list(second)).toEqual([2]);
    expect(sync.getState().shown?.cards[2]).toMatchObject({ laneId: 12, statusId: 2 });
    expect(server.sent).toMatchObject([{ taskId: 2, to: { opId: 'op-1', bucket: 5, laneId: 12 } }]);
  });

  it('ends with a board that somebody has deleted, and stays through a failure that passes', async () => {
    const { server, sync } = await open();
    const failWith = async (status: number) => {
      server.board = () => Promise.reject({ code: 'X', status, message: 'Não existe', errors: [] });
      await sync.loadBoard();
      return sync.getState();
    };
    expect(await failWith(503)).toMatchObject({ status: 'ready' });
    expect(await failWith(404)).toMatchObject({ status: 'failed', failure: { message: 'Não existe' } });
  });

  it('shows each of two moves by one person once, whichever of reply and event comes first', async () => {
    const { server, sync, list } = await open();
    sync.move(2, toSecond);
    await settle();
    server.tell(moveOp(2, 'op-1', 2, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 }));
    expect(sync.getState().pending).toEqual([]);
    server.sent[0]!.accept({ seq: 2 });
    await settle();
    sync.move(3, { bucket: 5, laneId: 12, afterId: 2, beforeId: null });
    await settle();
    server.sent[1]!.accept({ seq: 3 });
    await settle();
    expect(list(second)).toEqual([2, 3]);
    expect(sync.getState().pending).toMatchObject([{ opId: 'op-2', seq: 3 }]);
    server.tell(moveOp(3, 'op-2', 3, { sprintId: 5, laneId: 12, pos: 'b', statusId: 2 }));
    expect(list(second)).toEqual([2, 3]);
    expect(sync.getState().pending).toEqual([]);
  });

  it('replays a waiting move on top of what others do meanwhile', async () => {
    const { server, sync, list } = await open();
    sync.move(1, { bucket: 5, laneId: 11, afterId: 2, beforeId: 3 });
    await settle();
    expect(list()).toEqual([2, 1, 3]);
    server.tell(moveOp(2, 'other', 3, { sprintId: 5, laneId: 11, pos: '00000', statusId: 1 }));
    expect(list()).toEqual([3, 2, 1]);
  });

  it('takes back a refused move alone, and says why', async () => {
    const { server, sync, refused, list } = await open();
    sync.move(1, toSecond);
    sync.move(3, toSecond);
    await settle();
    server.sent[0]!.fail({ code: 'LANE_FULL', status: 409, message: 'A coluna está cheia' });
    await settle();
    expect(refused).toMatchObject([{ move: { taskId: 1 }, failure: { message: 'A coluna está cheia' } }]);
    expect(list()).toEqual([1, 2]);
    expect(list(second)).toEqual([3]);
    expect(server.sent[1]).toMatchObject({ taskId: 3 });
  });

  it('sends a move with what the person saw, and keeps what another person moved since', async () => {
    const { server, sync, refused, list } = await open();
    server.tell(moveOp(2, 'earlier', 3, { sprintId: 5, laneId: 11, pos: '00003', statusId: 1 }));
    sync.move(1, toSecond);
    await settle();
    server.sent[0]!.fail({ code: 'NETWORK', status: 0 });
    await settle();
    server.tell(moveOp(3, 'other', 1, { sprintId: 5, laneId: 14, pos: 'a', statusId: 4 }));
    server.comeOnline();
    await settle();
    // As it was when the person moved the card, however late it is sent.
    expect(server.sent.map(({ to }) => to.seen)).toEqual([2, 2]);
    server.sent[1]!.fail({ code: 'VERSION_CONFLICT', status: 409, message: 'Ana moveu' });
    await settle();
    expect(refused).toMatchObject([{ name: 'Tarefa 1', failure: { message: 'Ana moveu' } }]);
    expect([list(), list(second), list(listKey(5, 14))]).toEqual([[2, 3], [], [1]]);
  });

  it('keeps moves without the network, in their order, and sends them again under their ids', async () => {
    const { server, sync, refused, list } = await open();
    sync.move(1, toSecond);
    sync.move(3, { bucket: 'backlog', laneId: null });
    await settle();
    server.sent[0]!.fail({ code: 'NETWORK', status: 0 });
    await settle();
    expect(sync.getState().isWaiting).toBe(true);
    expect(server.sent).toHaveLength(1);
    expect(list()).toEqual([2]);
    server.comeOnline();
    await settle();
    expect(server.sent.map(({ to }) => to.opId)).toEqual(['op-1', 'op-1']);
    server.sent[1]!.accept({ seq: 2 });
    await settle();
    expect(server.sent.map(({ to }) => to.opId)).toEqual(['op-1', 'op-1', 'op-2']);
    expect(refused).toEqual([]);
    expect(sync.getState().isWaiting).toBe(false);
    expect(list(backlog)).toEqual([3]);
  });

  it('sends again after a pause, too', async () => {
    const { server, sync } = await open();
    sync.move(1, toSecond);
    await settle();
    server.sent[0]!.fail({ code: 'UNAVAILABLE', status: 503 });
    await settle();
    server.elapse();
    await settle();
    expect(server.sent).toHaveLength(2);
  });

  it('asks for operations that are missing, and applies none before them', async () => {
    const { server, list } = await open();
    const missing = moveOp(2, 'x', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 });
    const next = moveOp(3, 'y', 1, { sprintId: 5, laneId: 11, pos: '9', statusId: 1 });
    server.missed = { rows: [missing, next], seq: 3, reload: false };
    server.tell(next);
    expect(list()).toEqual([1, 2, 3]);
    await settle();
    expect(server.asked).toEqual([1]);
    expect(list()).toEqual([2, 3, 1]);
    // An operation that comes a second time changes nothing.
    server.tell(missing);
    expect(list()).toEqual([2, 3, 1]);
  });

  it('reads the changes of an operation that was too large for an event', async () => {
    const { server, list } = await open();
    const large = moveOp(2, 'x', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 });
    server.missed = { rows: [large], seq: 2, reload: false };
    server.tell({ ...large, changes: null });
    await settle();
    expect(server.asked).toEqual([1]);
    expect(list(second)).toEqual([1]);
  });

  it('loads the cards anew when too much was missed, and keeps what waits', async () => {
    const { server, sync, list } = await open();
    sync.move(1, toSecond);
    await settle();
    server.missed = { rows: [], seq: 900, reload: true };
    server.answer = { rows: [testCard(1), testCard(9)], seq: 900 };
    server.tell(null);
    await settle();
    expect(server.reads.cards).toBe(2);
    expect(list()).toEqual([9]);
    expect(list(second)).toEqual([1]);
  });

  it('keeps an operation that arrives while older cards are read', async () => {
    const { server, sync, list } = await open();
    sync.move(2, toSecond);
    await settle();
    let answer: (cards: typeof server.answer) => void = () => undefined;
    server.cards = () => new Promise((resolve) => void (answer = resolve));
    const loaded = sync.load();
    server.sent[0]!.accept({ seq: 2 });
    await settle();
    server.tell(moveOp(2, 'op-1', 2, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 }));
    // Read before the move was written.
    answer(server.answer);
    await loaded;
    expect([list(), list(second)]).toEqual([[1, 3], [2]]);
    expect(sync.getState().pending).toEqual([]);
  });

  it('fetches the event of an accepted move that does not arrive', async () => {
    const { server, sync, list } = await open();
    sync.move(1, toSecond);
    await settle();
    server.sent[0]!.accept({ seq: 2 });
    await settle();
    server.missed = {
      rows: [moveOp(2, 'op-1', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 })],
      seq: 2,
      reload: false,
    };
    server.elapse();
    await settle();
    expect(server.asked).toEqual([1]);
    expect(sync.getState().pending).toEqual([]);
    expect(list(second)).toEqual([1]);
  });

  it('reads the board again when lanes or sprints changed, and the cards when an operation does not tell them whole', async () => {
    const { server } = await open();
    const change = { id: 5, version: 2, projectId: null, before: { title: 'a' }, after: { title: 'b' } };
    const op = { ...moveOp(2, 'x', 1, { sprintId: 5, laneId: 11, pos: 'a', statusId: 1 }) };
    server.tell({ ...op, changes: [{ ...change, entity: 'sprint' }] });
    await settle();
    expect(server.reads).toEqual({ board: 2, cards: 1 });
    server.answer = { ...server.answer, seq: 3 };
    server.tell({ ...op, seq: 3, changes: [{ ...change, entity: 'comment' }] });
    await settle();
    expect(server.reads).toEqual({ board: 2, cards: 2 });
  });

  it('shows a new card and a change of several at once, and sends them behind the moves before them', async () => {
    const { server, sync, list } = await open();
    const sent: string[] = [];
    server.onChange = async ({ body }) => {
      sent.push(String(body));
      return { data: {} };
    };
    const note = (name: string) => (opId: string) => requestOf(`${name} ${opId}`);
    sync.move(1, toSecond);
    const added = sync.change({ add: testCard(-1) }, note('add'));
    const changed = sync.change({ ids: [1, 3], bulk: { kind: 'priority', priorityId: 2 } }, note('edit'));
    const removed = sync.change({ ids: [2], bulk: { kind: 'delete' } }, note('remove'));
    expect(list()).toEqual([3, -1]);
    expect(list(second)).toEqual([1]);
    expect([1, 3].map((id) => sync.getState().shown?.cards[id]?.priorityId)).toEqual([2, 2]);
    await settle();
    expect(sent).toEqual([]);
    server.sent[0]!.accept({ seq: 2 });
    expect(await Promise.all([added, changed, removed])).toEqual(['op-2', 'op-3', 'op-4']);
    expect(sent).toEqual(['add op-2', 'edit op-3', 'remove op-4']);
    // They stay on top until their operations arrive.
    expect(list()).toEqual([3, -1]);
    server.tell({
      ...moveOp(2, 'op-1', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 }),
    });
    server.tell({ ...moveOp(3, 'op-2', 9, { sprintId: 5, laneId: 11, pos: 'z', statusId: 1 }), changes: [] });
    expect(list()).toEqual([3]);
  });

  it('takes back a refused change alone, and rejects with the reason', async () => {
    const { server, sync, list } = await open();
    const refused = { code: 'LANE_FULL', status: 409, message: 'Cheia', errors: [] };
    server.onChange = () => Promise.reject(refused);
    const change = sync.change({ add: testCard(-1) }, requestOf);
    expect(list()).toEqual([1, 2, 3, -1]);
    await expect(change).rejects.toEqual(refused);
    expect(list()).toEqual([1, 2, 3]);
  });

  it('drops an accepted change that turns out to change nothing', async () => {
    const { server, sync, list } = await open();
    await sync.change({ ids: [1], bulk: { kind: 'delete' } }, requestOf);
    expect(list()).toEqual([2, 3]);
    server.elapse();
    await settle();
    expect(server.asked).toEqual([1]);
    expect(list()).toEqual([1, 2, 3]);
    expect(sync.getState().pending).toEqual([]);
  });

  it('sends a change again under its id when the network is back', async () => {
    const { server, sync } = await open();
    const sent: string[] = [];
    server.onChange = async ({ body }) => {
      sent.push(String(body));
      if (sent.length === 1) throw { code: 'NETWORK', status: 0, message: '', errors: [] };
      return { data: {} };
    };
    const change = sync.change({ ids: [1], bulk: { kind: 'delete' } }, requestOf);
    await settle();
    expect(sync.getState().isWaiting).toBe(true);
    server.comeOnline();
    await settle();
    expect(await change).toBe('op-1');
    expect(sent).toEqual(['op-1', 'op-1']);
  });

  it('keeps what waits over a reload: shown at once, sent once, and taken back with the reason if refused', async () => {
    const device = createMemoryDevice();
    const before = await open(undefined, device);
    before.sync.move(1, toSecond);
    before.sync.move(2, toSecond);
    void before.sync.change({ ids: [3], bulk: { kind: 'backlog' } }, requestOf);
    await settle();
    before.server.sent[0]!.fail(noNetwork);
    await settle();
    before.sync.dispose();
    expect(device.kept.size).toBe(3);

    const after = await open(undefined, device);
    expect(after.list(second)).toEqual([2, 1]);
    expect(after.list(backlog)).toEqual([3]);
    expect(after.server.sent).toMatchObject([{ taskId: 1, to: { opId: 'op-1' } }]);
    after.server.onChange = () =>
      Promise.reject({ code: 'RULE_BROKEN', status: 409, message: 'Não', errors: [] });
    after.server.sent[0]!.accept({ seq: 2 });
    await settle();
    after.server.sent[1]!.accept({ seq: 3 });
    await settle();
    expect(after.accepted.map(({ opId }) => opId)).toEqual(['op-1', 'op-2']);
    expect(after.refused).toMatchObject([
      { move: { kind: 'change', opId: 'op-3' }, failure: { message: 'Não' } },
    ]);
    expect(after.list(backlog)).toEqual([]);
    expect(device.kept.size).toBe(0);
  });

  it('sends a move that the operation of its own overtook no second time', async () => {
    const { server, sync, list, accepted } = await open();
    sync.move(1, toSecond);
    await settle();
    server.tell(moveOp(2, 'op-1', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 }));
    server.sent[0]!.fail(noNetwork);
    await settle();
    expect(sync.getState()).toMatchObject({ isWaiting: false, pending: [] });
    server.elapse();
    await settle();
    server.sent[1]!.accept({ seq: 2 });
    await settle();
    expect(accepted).toMatchObject([{ opId: 'op-1' }]);
    expect(list(second)).toEqual([1]);
  });

  it('says when the device does not keep what waits', async () => {
    const device = createMemoryDevice();
    const { server, sync } = await open(undefined, device);
    device.failure = new Error('QuotaExceededError');
    sync.move(1, toSecond);
    await settle();
    server.sent[0]!.fail(noNetwork);
    await settle();
    expect(sync.getState()).toMatchObject({ isWaiting: true, isKept: false });
    device.failure = null;
    server.comeOnline();
    await settle();
    expect(sync.getState().isKept).toBe(true);
  });

  it('says why it could not be loaded', async () => {
    const server = createFakeServer([]);
    server.cards = () => Promise.reject({ code: 'NOT_FOUND', status: 404, message: 'Não há', errors: [] });
    const sync = createBoardSync(7, server, { refused: () => undefined, accepted: () => undefined });
    await settle();
    expect(sync.getState()).toMatchObject({ status: 'failed', failure: { code: 'NOT_FOUND' }, shown: null });
  });

  it('keeps the lists that a move does not touch', async () => {
    const { sync } = await open([testCard(1), testCard(2), testCard(4, { laneId: 14 })]);
    const before = sync.getState().shown!.lists.get(listKey(5, 14));
    sync.move(1, toSecond);
    await settle();
    expect(sync.getState().shown!.lists.get(listKey(5, 14))).toBe(before);
  });
});
