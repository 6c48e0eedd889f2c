import { describe, expect, it } from 'vitest';
import { openEmbeddedCopy } from '../testing.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { FairQueue } from './fair-queue.ts';

describe('FairQueue', () => {
  it('serves tenants round-robin, and the requests of one tenant in order', async () => {
    const queue = new FairQueue(1, 60_000);
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

  it('rejects a waiter after the time limit, without losing a slot', async () => {
    const queue = new FairQueue(1, 20);
    await queue.acquire(1, () => Promise.resolve());
    await expect(queue.acquire(1, () => Promise.resolve('never'))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    queue.release();
    expect(await queue.acquire(2, () => Promise.resolve('free'))).toBe('free');
  });

  it('serves another tenant amid a burst of one tenant', async () => {
    const { database } = await openEmbeddedCopy();
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
    await database.close();
  });

  it('gets its slot back after a failed transaction', async () => {
    const { database } = await openEmbeddedCopy();
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
    await database.close();
  });
});
