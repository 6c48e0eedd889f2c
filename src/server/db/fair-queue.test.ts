import { describe, expect, it } from 'vitest';
import { openEmbeddedCopy } from '../testing.ts';
import { DatabaseUnavailable } from './failures.ts';
import { FairQueue } from './fair-queue.ts';

describe('places at the database', () => {
  it('go round by tenant, first come first within one', async () => {
    const turns = new FairQueue(1, 60_000);
    const served: string[] = [];
    const ask = (tenant: number, name: string) =>
      turns.enter(tenant, async () => {
        served.push(name);
        await Promise.resolve();
        turns.leave();
      });
    const first = turns.enter(1, () => Promise.resolve());
    const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')];
    await first;
    turns.leave();
    await Promise.all(all);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('are waited for so long and no longer, and lost to nobody', async () => {
    const turns = new FairQueue(1, 20);
    await turns.enter(1, () => Promise.resolve());
    await expect(turns.enter(1, () => Promise.resolve('never'))).rejects.toBeInstanceOf(DatabaseUnavailable);
    turns.leave();
    expect(await turns.enter(2, () => Promise.resolve('free'))).toBe('free');
  });

  it('serve another tenant in the middle of one that asks for everything', async () => {
    const { database } = await openEmbeddedCopy();
    let served = 0;
    const read = async (tenant: number) => {
      const session = await database.enter(tenant, null, 'read');
      await session.db.selectFrom('tenant').select('id').execute();
      served += 1;
      await session.commit();
    };
    const flood = Promise.all(Array.from({ length: 200 }, () => read(1)));
    await read(2);
    expect(served).toBeLessThan(10);
    await flood;
    expect(served).toBe(201);
    await database.close();
  });

  it('come back after a transaction that failed', async () => {
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
