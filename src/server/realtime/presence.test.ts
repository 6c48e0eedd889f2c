import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Connection, Subscription } from './connection.ts';
import { Presence, type PresenceView } from './presence.ts';

/** Presence in one process, by what others notify; the processes themselves are in cluster.test.ts. */

const presence = new Presence({ kind: 'embedded' } as Database);
afterEach(() => presence.stop());

const notified: unknown[] = [];
/** Of a PostgreSQL that only notes what it is told. */
const owner = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => void notified.push(JSON.parse(String(query.parameters[0]).slice(2))),
});

const topic = 'presence:board:7';
function enter(
  userId: number,
  hidden: readonly number[],
  opened?: { id: number; group: number },
  into = presence,
) {
  const frames: unknown[] = [];
  const connection = {
    tenant: { id: 1 },
    caller: { userId, name: `Pessoa ${userId}`, photourl: null },
    isHeld: false,
    subscriptions: new Map<string, Subscription>(),
    send: () => undefined,
    sendText: (text: string) => frames.push((JSON.parse(text) as { data: unknown }).data),
  };
  const subscribe = (name: string, view: Partial<PresenceView>): void => {
    const whole = { names: null, opened: null, hidden: new Set(hidden), ...view };
    const subscription = { topic: name, connection: connection as unknown as Connection, view: whole };
    connection.subscriptions.set(name, subscription as unknown as Subscription);
    into.add(subscription as unknown as Subscription);
  };
  subscribe(topic, { names: 'record:task:' });
  if (opened) subscribe('presence:record:task:x', { opened: { topic: 'record:task:', ...opened } });
  return frames;
}

it('names what people of other processes have open, with what they have open here, to those who may know', () => {
  const seeing = enter(1, [], { id: 50, group: 3 });
  const other = enter(2, [4]);
  const away = [
    [1, 'Pessoa 1', null, [[51, 3]]],
    [9, 'Pessoa 9', null, [[52, 4]]],
    // As processes of an earlier release say it.
    [10, 'Pessoa 10', null],
  ];
  presence.hear(JSON.stringify({ tenant: 1, process: 'p', topic, people: away, total: 3 }));
  const person = (id: number) => ({ id, name: `Pessoa ${id}`, photourl: null });
  expect(seeing.at(-1)).toEqual({
    people: [{ ...person(1), open: [50, 51] }, person(10), person(2), { ...person(9), open: [52] }],
    total: 4,
  });
  expect(other.at(-1)).toEqual({
    people: [{ ...person(1), open: [50, 51] }, person(10), person(2), person(9)],
    total: 4,
  });
  const count = other.length;
  presence.hear(
    JSON.stringify({
      tenant: 1,
      process: 'p',
      topic,
      people: [away[0], [9, 'Pessoa 9', null], away[2]],
      total: 3,
    }),
  );
  expect(other).toHaveLength(count);
  presence.hear(JSON.stringify({ tenant: 1, process: 'p', topic, people: [], total: 0 }));
  expect(seeing.at(-1)).toEqual({ people: [{ ...person(1), open: [50] }, person(2)], total: 2 });
});

it('asks the other processes again when notifications may have been missed', async () => {
  const listening = new Presence({ kind: 'postgres', owner } as Database);
  enter(1, [], undefined, listening);
  await vi.waitFor(() => expect(notified).toHaveLength(1));
  listening.askAll();
  await vi.waitFor(() => expect(notified).toHaveLength(2));
  listening.stop();
  expect(notified).toEqual(Array(2).fill(expect.objectContaining({ topic, total: 1, asks: true })));
});
