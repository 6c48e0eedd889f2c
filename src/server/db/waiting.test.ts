import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing.ts';
import type { TenantSession } from './database.ts';
import { comesWithinLooks } from './postgres.ts';

/** A busy or stopped machine is not taken for a lost database: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
afterEach(() => vi.useRealTimers());

it('is ready, and answers the statements of jobs, however long all its connections are busy', async () => {
  const database = await openTestDatabase('tenants');
  const held: TenantSession[] = [];
  const connections = database.kind === 'embedded' ? 1 : 10;
  while (held.length < connections) held.push(await database.enter(1, null, 'read'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [ready, read] = [database.ping(), sql`select 1 as one`.execute(database.owner)];
  vi.advanceTimersByTime(3_600_000);
  vi.useRealTimers();
  for (const session of held) await session.rollback();
  expect([await ready, (await read).rows]).toEqual([true, [{ one: 1 }]]);
  await database.close();
});

it('reads an answer that came while the process was stopped before it takes the server for lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const came = comesWithinLooks(turn());
  // All looks are due at once when the process goes on.
  vi.advanceTimersByTime(10_000);
  expect(await came).toBe(true);
  const none = comesWithinLooks(new Promise(() => undefined));
  vi.advanceTimersByTime(10_000);
  expect(await none).toBe(false);
});
