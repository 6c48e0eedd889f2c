import { expect, it, vi } from 'vitest';
import type { JsonObject } from '../contracts/json.ts';
import type { DataEvent } from '../engine/core/index.ts';
import { createServerEvents } from './events.ts';
import type { HolderMessage, PageMessage } from './realtime/messages.ts';

/** A page's events, with the link to the connection in the test's hands. */
async function open() {
  const sent: (PageMessage | 'join')[] = [];
  const calls = { onRights: vi.fn(), onEnded: vi.fn(() => Promise.resolve()), report: vi.fn() };
  let receive: (message: HolderMessage) => void = () => undefined;
  const events = createServerEvents({
    token: () => 'token',
    language: () => 'pt',
    ...calls,
    openLink: async (options) => {
      receive = options.receive;
      return {
        send: (one) => void sent.push(one),
        join: () => void sent.push('join'),
        dispose: () => sent.push({ type: 'leave' }),
      };
    },
  });
  const changed = (topic: string, changes: unknown) =>
    receive({ type: 'frame', frame: { type: 'CHANGED', topic, seq: 1, data: { changes } as never } });
  return { events, sent, calls, changed, receive: (message: HolderMessage) => receive(message) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

it('follows what somebody reads, once', async () => {
  const { events, sent } = await open();
  const first = events.subscribe(['a', 'b'], () => undefined);
  await settle();
  const second = events.subscribe(['b', 'c'], () => undefined);
  first();
  first();
  second();
  expect(sent).toEqual([
    { type: 'follow', topics: ['a'] },
    { type: 'follow', topics: ['b'] },
    { type: 'follow', topics: ['c'] },
    { type: 'unfollow', topics: ['a'] },
    { type: 'unfollow', topics: ['b'] },
    { type: 'unfollow', topics: ['c'] },
  ]);
  events.dispose();
  expect(sent.at(-1)).toEqual({ type: 'leave' });
});

it('passes changes on by record, with their versions, and everything else as one unknown change', async () => {
  const { events, changed, receive } = await open();
  const seen: DataEvent[] = [];
  events.subscribe(['entity:user'], (event) => seen.push(event));
  changed('entity:user', [
    { verb: 'update', id: 1, version: 3 },
    { verb: 'delete', id: 2 },
  ]);
  changed('entity:user', null);
  changed('entity:other', null);
  receive({ type: 'missed', topic: 'entity:user' });
  const topic = 'entity:user';
  expect(seen).toEqual([
    { topic, key: 1, action: 'updated', version: 3 },
    { topic, key: 2, action: 'deleted' },
    { topic },
    { topic },
  ]);
});

it('passes on the version that the event of a definition names', async () => {
  const { events, receive } = await open();
  const seen: DataEvent[] = [];
  events.subscribe(['view:7'], (event) => seen.push(event));
  const topic = 'view:7';
  const frame = (definition: JsonObject | null) =>
    receive({
      type: 'frame',
      frame: {
        type: 'DEFINITION',
        topic,
        seq: 1,
        data: { definition, ...(definition && { version: 4 }) },
      } as never,
    });
  frame({ verb: 'save', kind: 'dashboard', id: 'dash-7', version: 4 });
  frame(null);
  expect(seen).toEqual([
    { topic, action: 'updated', version: 4 },
    { topic, action: 'updated' },
  ]);
});

it('contains a listener that throws', async () => {
  const { events, changed, calls } = await open();
  const second = vi.fn();
  events.subscribe(['a'], () => {
    throw new Error('broken');
  });
  events.subscribe(['a'], second);
  changed('a', null);
  expect([second.mock.calls.length, calls.report.mock.calls.length]).toEqual([1, 1]);
});

it('begins anew with a new session, and treats everything as changed', async () => {
  const { events, sent, receive, calls } = await open();
  const seen = vi.fn();
  events.subscribe(['a'], seen);
  await settle();
  receive({ type: 'rights', rights: 'r2', changed: true });
  expect(calls.onRights).toHaveBeenCalledExactlyOnceWith('r2', true);
  receive({ type: 'ended' });
  await settle();
  expect(sent.slice(1)).toEqual(['join', { type: 'follow', topics: ['a'] }]);
  expect(seen).toHaveBeenCalledOnce();
  calls.onEnded.mockReturnValue(Promise.reject(new Error('left')));
  receive({ type: 'ended' });
  await settle();
  expect(sent).toHaveLength(3);
});

it('enters a place, and knows who is there', async () => {
  const { events, sent, receive } = await open();
  await settle();
  const [one, two] = [vi.fn(), vi.fn()];
  const leave = events.enter('record:user:5', one);
  const here = { people: [{ id: 1, name: 'Ana' }], total: 1 };
  receive({
    type: 'frame',
    frame: { type: 'PRESENCE', topic: 'presence:record:user:5', seq: null, data: here },
  });
  const leaveToo = events.enter('record:user:5', two);
  expect([one.mock.calls, two.mock.calls]).toEqual([[[here]], [[here]]]);
  leave();
  leaveToo();
  expect(sent).toEqual([
    { type: 'follow', topics: ['presence:record:user:5'] },
    { type: 'unfollow', topics: ['presence:record:user:5'] },
  ]);
});
