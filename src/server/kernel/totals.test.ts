import { describe, expect, it, vi } from 'vitest';
import { defaultColors } from '../../contracts/session.ts';
import { listPage } from './list.ts';
import { COUNT_CAP, TotalCache } from './totals.ts';

const colors = { ...defaultColors, loginColor: defaultColors.actionColor };

describe('totals above the cap', () => {
  const ctx = { tenant: { id: 1, key: 'acme', name: 'Acme', timeZone: 'UTC', pictureHosts: [], colors } };
  const request = { page: 1, perPage: 50 };
  const many = () => Promise.resolve({ rows: ['row'], total: COUNT_CAP + 1 });

  it('are counted once for a hundred simultaneous callers, and cached', async () => {
    const totals = new TotalCache();
    const count = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return 123_456;
    });
    const ask = () => listPage(ctx, totals, { request, key: ['users', {}], read: many, count });
    const pages = await Promise.all(Array.from({ length: 100 }, ask));
    expect(new Set(pages.map((page) => page.totalRows))).toEqual(new Set([123_456]));
    const read = vi.fn((known: number | null) => Promise.resolve({ rows: ['row'], total: known ?? 0 }));
    expect((await listPage(ctx, totals, { request, key: ['users', {}], read, count })).totalRows).toBe(
      123_456,
    );
    expect(read).toHaveBeenCalledWith(123_456);
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('are separate for each tenant and each filter', async () => {
    const totals = new TotalCache();
    const count = vi.fn(() => Promise.resolve(20_000));
    const beta = { tenant: { ...ctx.tenant, id: 2 } };
    await listPage(ctx, totals, { request, key: ['users', { name: 'a' }], read: many, count });
    await listPage(ctx, totals, { request, key: ['users', { name: 'b' }], read: many, count });
    await listPage(beta, totals, { request, key: ['users', { name: 'a' }], read: many, count });
    expect(count).toHaveBeenCalledTimes(3);
  });

  it('are not cached when counting fails', async () => {
    const totals = new TotalCache();
    await expect(totals.getOrCount('x', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await totals.getOrCount('x', () => Promise.resolve(11_000))).toBe(11_000);
  });

  it('up to the cap come from the page’s own statement and are not cached', async () => {
    const totals = new TotalCache();
    const read = vi.fn(() => Promise.resolve({ rows: [], total: COUNT_CAP }));
    const count = vi.fn(() => Promise.resolve(0));
    for (let at = 0; at < 2; at += 1) {
      expect((await listPage(ctx, totals, { request, key: 'x', read, count })).totalRows).toBe(COUNT_CAP);
    }
    expect([read.mock.calls, count.mock.calls.length]).toEqual([[[null], [null]], 0]);
  });
});
