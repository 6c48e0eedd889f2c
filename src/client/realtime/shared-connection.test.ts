import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientFrame, ServerFrame, SocketTicket } from '../../contracts/events.ts';
import type { HolderMessage } from './messages.ts';
import { retryDelay } from './retry-delay.ts';
import { SharedConnection } from './shared-connection.ts';

/** The connection between pages and the server, whose end of the socket the test plays. */

class ServerEnd extends EventTarget {
  static readonly all: ServerEnd[] = [];
  readyState = 0;
  readonly sent: ClientFrame[] = [];

  constructor() {
    super();
    ServerEnd.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  frame(type: string, topic: string | null = null, seq: number | null = null, data: unknown = null): void {
    const frame = { type, topic, data, seq } as ServerFrame;
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  /** Subscriptions since the last call. */
  takeTopics(): unknown[] {
    return this.sent
      .splice(0)
      .flatMap((frame) => (frame.type === 'PING' ? [] : [[frame.type, frame.topics]]));
  }
}

const ticket: SocketTicket = { ticket: 'ticket', rights: 'r1' };
const tickets = vi.fn((): Promise<SocketTicket | null> => Promise.resolve(ticket));
const ended = vi.fn();

function page() {
  const messages: HolderMessage[] = [];
  return {
    post: (message: HolderMessage) => void messages.push(message),
    /** Digests of rights, with a mark for those that changed. */
    rights: () =>
      messages.flatMap((one) => (one.type === 'rights' ? [`${one.rights}${one.changed ? '!' : ''}`] : [])),
    take: () =>
      messages
        .splice(0)
        .filter((one) => one.type !== 'rights' || one.changed)
        .map((one) =>
          'frame' in one ? one.frame.type : 'topic' in one ? `${one.type} ${one.topic}` : one.type,
        ),
  };
}

const connection = () =>
  new SharedConnection({ ticket: tickets, open: () => new ServerEnd() as unknown as WebSocket }, ended);

const settle = () => vi.advanceTimersByTimeAsync(0);
const last = () => ServerEnd.all.at(-1)!;

/** Connects one page and opens its socket. */
async function connected(topics: string[] = []) {
  const shared = connection();
  const one = page();
  shared.join(one);
  shared.follow(one, topics);
  await settle();
  last().open();
  await vi.advanceTimersByTimeAsync(1_000);
  return { shared, one };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', { OPEN: 1 });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  ServerEnd.all.length = 0;
  tickets.mockClear().mockResolvedValue(ticket);
  ended.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('pauses between attempts', () => {
  it('are 5 s ± half at first, grow to 60 s, and are spread evenly', () => {
    const range = (failures: number) => [retryDelay(failures, 0), retryDelay(failures, 1)];
    expect(range(0)).toEqual([2_500, 7_500]);
    expect(range(1)).toEqual([5_000, 15_000]);
    expect(range(9)).toEqual([30_000, 60_000]);
    expect(retryDelay(9, 0.5)).toBe(45_000);
  });
});

describe('topics', () => {
  it('are subscribed once for all pages, and end with the last one', async () => {
    const { shared, one } = await connected(['entity:user']);
    expect(last().takeTopics()).toEqual([['SUB', ['entity:user']]]);
    last().frame('SUBSCRIBED', 'entity:user', 7);
    // A change between the page's load and the subscription would be lost.
    expect(one.take()).toEqual(['missed entity:user']);
    await vi.advanceTimersByTimeAsync(6_000);
    const other = page();
    shared.join(other);
    shared.follow(other, ['entity:user']);
    last().frame('CHANGED', 'entity:user', 8);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([one.take(), other.take()]).toEqual([['CHANGED'], ['CHANGED']]);
    shared.unfollow(one, ['entity:user']);
    last().frame('CHANGED', 'entity:user', 9);
    expect([one.take(), other.take()]).toEqual([[], ['CHANGED']]);
    shared.leave(other);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().takeTopics()).toEqual([['UNSUB', ['entity:user']]]);
    expect(ServerEnd.all).toHaveLength(1);
  });

  it('go on from the number that was heard of, also those of records of the same entity', async () => {
    const { shared, one } = await connected(['entity:user']);
    last().frame('SUBSCRIBED', 'entity:user', 7);
    last().takeTopics();
    one.take();
    await vi.advanceTimersByTimeAsync(6_000);
    shared.unfollow(one, ['entity:user']);
    shared.follow(one, ['record:user:5', 'entity:company']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().takeTopics()).toEqual([
      ['UNSUB', ['entity:user']],
      ['SUB', ['entity:company']],
      ['SUB', { 'record:user:5': 7 }],
    ]);
    last().frame('SUBSCRIBED', 'record:user:5', 7);
    expect(one.take()).toEqual([]);
    last().frame('SNAPSHOT', 'record:user:5', 2_000);
    expect(one.take()).toEqual(['missed record:user:5']);
  });

  it('tell a page that comes within seconds of an event that it may have missed it', async () => {
    const { shared } = await connected(['entity:user']);
    last().frame('SUBSCRIBED', 'entity:user', 7);
    last().frame('CHANGED', 'entity:user', 8);
    const other = page();
    shared.join(other);
    shared.follow(other, ['entity:user']);
    expect(other.take()).toEqual(['missed entity:user']);
  });

  it('of a page tell it of the rights with which the connection opened, and of those that changed since', async () => {
    const { shared, one } = await connected();
    last().frame('RIGHTS', null, null, 'r2');
    const other = page();
    shared.join(other);
    expect([one.rights(), other.rights()]).toEqual([['r1', 'r2!'], ['r2']]);
    // They may change while there is no connection.
    last().drop();
    tickets.mockResolvedValue({ ticket: 'ticket', rights: 'r3' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([one.rights(), other.rights()]).toEqual([
      ['r1', 'r2!', 'r3'],
      ['r2', 'r3'],
    ]);
  });

  it('that are refused are asked for again when rights change', async () => {
    const { one } = await connected(['entity:user']);
    last().takeTopics();
    last().frame('ERROR', 'entity:user', null, { code: 'FORBIDDEN' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().takeTopics()).toEqual([]);
    last().frame('RIGHTS');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().takeTopics()).toEqual([['SUB', ['entity:user']]]);
    last().frame('SUBSCRIBED', 'entity:user', 9);
    expect(one.take()).toEqual(['rights', 'missed entity:user']);
  });

  it('name the people who are here to each page, and nobody without a connection', async () => {
    const { shared, one } = await connected(['presence:record:user:5']);
    last().frame('SUBSCRIBED', 'presence:record:user:5');
    last().frame('PRESENCE', 'presence:record:user:5', null, { people: [{ id: 1, name: 'Ana' }], total: 1 });
    expect(one.take()).toEqual(['PRESENCE']);
    const other = page();
    shared.join(other);
    shared.follow(other, ['presence:record:user:5']);
    expect(other.take()).toContain('PRESENCE');
    last().drop();
    expect(one.take()).toEqual(['PRESENCE']);
  });

  it('are sent together, and in frames that the server accepts', async () => {
    const topics = Array.from({ length: 230 }, (_, at) => `record:user:${at}`);
    const { shared, one } = await connected(topics);
    expect(last().sent.map((frame) => 'topics' in frame && Object.keys(frame.topics).length)).toEqual([
      100, 100, 30,
    ]);
    last().sent.length = 0;
    for (const topic of topics) shared.unfollow(one, [topic]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().sent).toHaveLength(3);
  });
});

describe('a lost connection', () => {
  it('comes back after a pause with a new ticket, and gets what it missed', async () => {
    const { one } = await connected(['entity:user', 'entity:company']);
    last().frame('SUBSCRIBED', 'entity:user', 7);
    last().frame('CHANGED', 'entity:user', 8);
    last().drop(1001);
    one.take();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ServerEnd.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ServerEnd.all).toHaveLength(2);
    expect(tickets).toHaveBeenCalledTimes(2);
    last().open();
    expect(last().takeTopics()).toEqual([
      ['SUB', ['entity:company']],
      ['SUB', { 'entity:user': 8 }],
    ]);
    last().frame('SUBSCRIBED', 'entity:user', 8);
    expect(one.take()).toEqual([]);
  });

  it('waits longer after each failure, and as at first once it stood for a while', async () => {
    await connected();
    tickets.mockRejectedValue(new Error('no server'));
    last().drop();
    const pauses: number[] = [];
    for (let before = tickets.mock.calls.length, waited = 0; pauses.length < 6; waited += 500) {
      if (tickets.mock.calls.length > before) {
        pauses.push(waited);
        before = tickets.mock.calls.length;
        waited = 0;
      }
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 45_000, 45_000]);
    tickets.mockResolvedValue(ticket);
    await vi.advanceTimersByTimeAsync(45_000);
    last().open();
    await vi.advanceTimersByTimeAsync(30_000);
    last().frame('PONG');
    const count = ServerEnd.all.length;
    last().drop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ServerEnd.all).toHaveLength(count + 1);
  });

  it('is noticed by the missing answer to a PING', async () => {
    await connected();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(last().sent).toEqual([{ type: 'PING' }]);
    last().frame('PONG');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last().readyState).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ServerEnd.all).toHaveLength(2);
  });

  it('comes back soon when the network does', async () => {
    const { shared } = await connected();
    last().drop();
    shared.wake();
    await vi.advanceTimersByTimeAsync(1_250);
    expect(ServerEnd.all).toHaveLength(2);
  });
});

describe('the end', () => {
  it('comes with the session, by the closing code or without a ticket', async () => {
    const { one } = await connected();
    last().drop(4401);
    expect([one.take(), ended.mock.calls.length]).toEqual([['ended'], 1]);
    tickets.mockResolvedValue(null);
    const shared = connection();
    const other = page();
    shared.join(other);
    await settle();
    expect(other.take()).toEqual(['ended']);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ServerEnd.all).toHaveLength(1);
  });

  it('comes with the last page, also while a ticket is on its way', async () => {
    const { shared, one } = await connected();
    shared.leave(one);
    expect(last().readyState).toBe(3);
    const early = connection();
    early.join(one);
    early.leave(one);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ServerEnd.all).toHaveLength(1);
    expect(ended).toHaveBeenCalledTimes(2);
  });
});
