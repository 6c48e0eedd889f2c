import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEmbeddedCopy } from '../testing.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { FairQueue } from './fair-queue.ts';

describe('FairQueue', () => {
  it('serves tenants round-robin, and the requests of one tenant in order', async () => {
    const queue = new FairQueue(1);
    const served: string[] = [];
    const request = (tenant: number, name: string) =>
      queue.acquire(tenant, async () => {
        served.push(name);
        await Promise.resolve();
        queue.release();
      });
    const first = queue.acquire(1, () => Promise.resolve());
    const all = [
      request(1, 'a1'),
      request(1, 'a2'),
      request(1, 'a3'),
      request(2, 'b1'),
      request(3, 'c1'),
      request(2, 'b2'),
    ];
    await first;
    queue.release();
    await Promise.all(all);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('keeps who waits for hours, and serves them then', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = new FairQueue(1);
    await queue.acquire(1, () => Promise.resolve());
    const waiting = queue.acquire(1, () => Promise.resolve('served'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    queue.release();
    expect(await waiting).toBe('served');
  });

  it('refuses those of a tenant of whom too many wait, and keeps the places of others', async () => {
    const queue = new FairQueue(1, 2);
    await queue.acquire(1, () => Promise.resolve());
    const waiting = [1, 1, 2].map((tenant) => queue.acquire(tenant, () => Promise.resolve(tenant)));
    await expect(queue.acquire(1, () => Promise.resolve(0))).rejects.toBeInstanceOf(DatabaseUnavailable);
    for (let at = 0; at < 3; at += 1) queue.release();
    expect(await Promise.all(waiting)).toEqual([1, 1, 2]);
  });

  it('refuses all that wait when the database stopped answering, without losing a slot', async () => {
    const queue = new FairQueue(1);
    await queue.acquire(1, () => Promise.resolve());
    const waiting = [1, 2].map((tenant) => queue.acquire(tenant, () => Promise.resolve()));
    const refused = Promise.allSettled(waiting);
    queue.refuseAll();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    queue.release();
    expect(await queue.acquire(2, () => Promise.resolve('free'))).toBe('free');
  });
});

describe('the queue of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    ({ database } = await openEmbeddedCopy());
  });
  afterAll(() => database.close());

  it('serves another tenant amid a burst of one tenant', async () => {
    let served = 0;
    const read = async (tenant: number) => {
      const session = await database.enter(tenant, null, 'read');
      await session.db.selectFrom('tenant').select('id').execute();
      served += 1;
      await session.commit();
    };
    const burst = Promise.all(Array.from({ length: 200 }, () => read(1)));
    await read(2);
    expect(served).toBeLessThan(10);
    await burst;
    expect(served).toBe(201);
  });

  it('gets its slot back after a failed transaction', async () => {
    for (let at = 0; at < 5; at += 1) {
      const session = await database.enter(1, null, 'write');
      await session.rollback();
      await session.rollback();
    }
    await expect(database.enter(1.5, null, 'read')).rejects.toThrow('integer');
    const session = await database.enter(1, null, 'read');
    await session.commit();
    await session.commit();
    const again = await database.enter(1, null, 'read');
    await again.rollback();
  });
});
