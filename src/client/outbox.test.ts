import { describe, expect, it } from 'vitest';
import type { HostFailure } from '../engine/core/index.ts';
import { createFakeClock } from '../engine/core/testing/live.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { isTemporary } from './outbox.ts';
import { createMemoryDevice, createTestOutbox } from './testing/outbox.ts';

const failure = (status: number, more: Partial<HostFailure> = {}): HostFailure => ({
  code: status === 0 ? 'NETWORK' : 'FAILED',
  status,
  message: `Falha ${status}`,
  errors: [],
  ...more,
});

/** Lets promises settle. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

/** A server that carries out each call once, however often it arrives. */
function createServer() {
  const server = {
    /** Calls that arrived, repetitions included. */
    calls: [] as string[],
    done: [] as string[],
    fail: null as HostFailure | null,
    /** Loses the answer of the next call. */
    losesAnswer: false,
    async run({ body }: OutboxEntry['request']): Promise<unknown> {
      const id = String(body);
      server.calls.push(id);
      if (server.fail) throw server.fail;
      if (!server.done.includes(id)) server.done.push(id);
      if (server.losesAnswer) {
        server.losesAnswer = false;
        throw failure(0);
      }
      return { data: id };
    },
  };
  return server;
}

function open(server = createServer(), device = createMemoryDevice(), isOwner = () => true) {
  const clock = createFakeClock('2026-01-02T03:04:05Z');
  const tab = createTestOutbox({ run: server.run, after: clock.after }, device, {
    isOwner,
    now: () => clock.now().getTime(),
  });
  const sent: [string, boolean][] = [];
  tab.outbox.follow('', {
    changed: () => undefined,
    sent: ({ id }, _, isHere) => void sent.push([id, isHere]),
  });
  const add = (id: string, key = 'chat/1') =>
    tab.outbox.add({
      id,
      key,
      kind: 'message',
      request: { method: 'post', address: '/send', body: id },
      data: {},
    });
  const ids = () => tab.outbox.getState().entries.map(({ id }) => id);
  return { ...tab, server, device, clock, sent, add, ids };
}

describe('the rule of what is sent again', () => {
  it.each([
    [failure(0), true],
    [failure(200, { code: 'UNREADABLE' }), true],
    [failure(401), true],
    [failure(408), true],
    [failure(429), true],
    [failure(403, { code: 'PASSWORD_CHANGE_REQUIRED' }), true],
    [failure(500), true],
    [failure(503), true],
    [failure(507), true],
    [failure(400), false],
    [failure(403), false],
    [failure(404), false],
    [failure(409), false],
    [failure(413), false],
  ])('%o: %s', (one, expected) => expect(isTemporary(one)).toBe(expected));

  it('gives an entry up that the server fails at again and again, so that the next ones go on', () => {
    expect([7, 8].map((count) => isTemporary(failure(500), count))).toEqual([true, false]);
    expect(isTemporary(failure(503), 100)).toBe(true);
  });
});

describe('the outbox', () => {
  it('sends the entries of a key in their order, and those of other keys beside them', async () => {
    const { server, add, clock, online } = open();
    server.fail = failure(0);
    for (const id of ['a', 'b', 'c']) add(id);
    add('x', 'board/1');
    await settle();
    expect(new Set(server.calls)).toEqual(new Set(['a', 'x']));
    server.calls = [];
    server.fail = null;
    online();
    await settle();
    expect(server.done.filter((id) => id !== 'x')).toEqual(['a', 'b', 'c']);
    expect(server.done).toContain('x');
    await clock.advance(60_000);
    expect(server.calls).toHaveLength(4);
  });

  it('tries again after growing pauses, and not before the server asked to be called', async () => {
    const { server, add, clock, online, ids } = open();
    server.fail = failure(503);
    add('a');
    await settle();
    for (const pause of [5_000, 10_000]) {
      await clock.advance(pause - 1);
      const before = server.calls.length;
      await clock.advance(1);
      await settle();
      expect(server.calls).toHaveLength(before + 1);
    }
    server.fail = failure(429, { retryAfter: 90 });
    await clock.advance(20_000);
    await settle();
    expect(server.calls).toHaveLength(4);
    server.fail = null;
    await clock.advance(89_000);
    online();
    await settle();
    expect(server.calls).toHaveLength(4);
    await clock.advance(1_000);
    await settle();
    expect(ids()).toEqual([]);
  });

  it('keeps what waits over a reload, and sends it once although an answer was lost', async () => {
    const first = open();
    first.server.losesAnswer = true;
    first.add('a');
    first.add('b');
    await settle();
    expect([...first.device.kept.keys()]).toEqual(['a', 'b']);
    const next = open(first.server, first.device);
    await settle();
    expect(next.server.done).toEqual(['a', 'b']);
    expect(next.sent).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(next.device.kept.size).toBe(0);
    expect(next.marks.at(-1)).toBe(false);
  });

  it('sends an entry from one of two tabs only, and the other one learns of it', async () => {
    const device = createMemoryDevice();
    const server = createServer();
    const [one, other] = [open(server, device), open(server, device)];
    server.fail = failure(0);
    one.add('a');
    one.add('b');
    await settle();
    expect(other.ids()).toEqual(['a', 'b']);
    server.fail = null;
    server.calls = [];
    one.online();
    other.online();
    await settle();
    expect(server.calls).toEqual(['a', 'b']);
    expect([one.ids(), other.ids()]).toEqual([[], []]);
    expect([...one.sent, ...other.sent].filter(([, isHere]) => isHere)).toHaveLength(2);
    expect([one.sent.length, other.sent.length]).toEqual([2, 2]);
  });

  it('leaves a refused entry to its owner, passes it, and sends it again when asked', async () => {
    const { server, add, outbox, ids, device } = open();
    server.fail = failure(409);
    add('a');
    await settle();
    server.fail = null;
    add('b');
    await settle();
    expect(server.done).toEqual(['b']);
    expect(outbox.getState().entries).toMatchObject([
      { id: 'a', refusal: { status: 409, message: 'Falha 409' } },
    ]);
    expect(device.kept.get('a')?.refusal?.status).toBe(409);
    outbox.retry('a');
    await settle();
    expect(server.done).toEqual(['b', 'a']);
    expect(ids()).toEqual([]);
  });

  it('tries what was refused once more when all is to be sent now', async () => {
    const { server, add, outbox, ids } = open();
    server.fail = failure(404);
    add('a');
    await settle();
    expect((await outbox.sendNow()).map(({ refusal }) => refusal?.status)).toEqual([404]);
    expect(server.calls).toEqual(['a', 'a']);
    server.fail = null;
    expect(await outbox.sendNow()).toEqual([]);
    expect([server.done, ids()]).toEqual([['a'], []]);
  });

  it('never sends what was thrown away, in whichever tab', async () => {
    const device = createMemoryDevice();
    const server = createServer();
    server.fail = failure(0);
    const [one, other] = [open(server, device), open(server, device)];
    for (const id of ['a', 'b', 'c']) one.add(id);
    one.outbox.discard('c');
    await settle();
    expect(device.kept.size).toBe(2);
    other.outbox.discard('a');
    await settle();
    await one.outbox.discardAll();
    server.fail = null;
    one.online();
    other.online();
    await settle();
    expect([server.done, device.kept.size, one.marks.at(-1)]).toEqual([[], 0, false]);
  });

  it('says that a full device does not keep an entry, sends it from the tab, and keeps it once there is room', async () => {
    const { server, device, add, outbox, online } = open();
    server.fail = failure(0);
    device.failure = new Error('QuotaExceededError');
    add('a');
    await settle();
    expect(outbox.getState()).toMatchObject({ unkept: new Set(['a']), isWaiting: true });
    expect(await outbox.kinds()).toEqual(['message']);
    device.failure = null;
    online();
    await settle();
    expect([outbox.getState().unkept.size, device.kept.size]).toEqual([0, 1]);
    device.failure = new Error('QuotaExceededError');
    server.fail = null;
    add('b');
    online();
    await settle();
    expect(server.done).toEqual(['a', 'b']);
  });

  it('sends without waiting for a device that does not answer, and says meanwhile what waits', async () => {
    const { server, device, add, outbox, online, ids } = open();
    device.hangs = true;
    add('a');
    await settle();
    expect([server.done, ids()]).toEqual([['a'], []]);
    server.fail = failure(0);
    add('b');
    add('c');
    await settle();
    expect(await outbox.kinds()).toEqual(['message', 'message']);
    expect(await Promise.race([outbox.whenKept(), settle().then(() => 'open')])).toBe('open');
    server.fail = failure(409);
    online();
    await settle();
    expect(outbox.getState().entries).toMatchObject([
      { refusal: { status: 409 } },
      { refusal: { status: 409 } },
    ]);
    server.fail = null;
    add('d');
    await settle();
    expect(server.done).toEqual(['a', 'd']);
  });

  it('sends what was kept before a reload before what is added while it is read', async () => {
    const first = open();
    first.server.fail = failure(0);
    first.add('a');
    await settle();
    first.server.fail = null;
    const next = open(first.server, first.device);
    next.add('b');
    await settle();
    expect(next.server.done).toEqual(['a', 'b']);
  });

  it('forgets that a device kept nothing once everything is sent', async () => {
    const { device, add, outbox } = open();
    device.failure = new Error('QuotaExceededError');
    add('a');
    await settle();
    expect([outbox.getState().unkept.size, await outbox.whenKept(), await outbox.kinds()]).toEqual([
      0,
      true,
      [],
    ]);
  });

  it('passes an entry whose file the device does not give back, and leaves it with a reason of its own', async () => {
    const { server, device, add, outbox } = open();
    device.storage.requestOf = async ({ id, request }) => {
      if (id === 'a') throw new DOMException('gone', 'NotFoundError');
      return request;
    };
    add('a');
    add('b');
    await settle();
    expect(server.done).toEqual(['b']);
    expect(outbox.getState().entries).toMatchObject([
      { id: 'a', refusal: { code: 'CONTENT_LOST', message: '' } },
    ]);
  });

  it('sends nothing for another person, and everything after the next sign-in of its own', async () => {
    let isSignedIn = true;
    const first = open(undefined, undefined, () => isSignedIn);
    first.server.fail = failure(401);
    first.add('a');
    await settle();
    isSignedIn = false;
    first.server.fail = null;
    first.online();
    await first.clock.advance(60_000);
    await settle();
    expect(first.server.done).toEqual([]);
    expect(first.device.kept.size).toBe(1);
    isSignedIn = true;
    const next = open(first.server, first.device);
    expect(await next.outbox.sendNow()).toEqual([]);
    expect(first.server.done).toEqual(['a']);
  });
});
