// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '../ui/index.ts';
import { failed, ok, testApp } from './testing.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A page whose server refuses the first calls of an address. */
async function busyPage(refusals: number, retryAfter: string | null) {
  let calls = 0;
  const app = await testApp({
    'GET /list': () => {
      calls += 1;
      if (calls > refusals) return ok('rows');
      const answer = failed(429, 'TOO_MANY_REQUESTS', 'Muitas solicitações.');
      if (retryAfter !== null) answer.headers.set('retry-after', retryAfter);
      return answer;
    },
  });
  const read = (signal?: AbortSignal) => {
    const reply = app.http.request({ method: 'get', address: '/list', ...(signal ? { signal } : {}) });
    reply.catch(() => undefined);
    return reply;
  };
  return { read, calls: () => calls };
}

/** The texts of the toasts. */
const said = () => toastStore.getState().toasts.map(({ kind, text }) => `${kind} ${text}`);
const notice = ['info Muitas solicitações. Tentando de novo em 3\u00a0s…'];

test('calls that wait are said once for all, and repeated when the server says', async () => {
  const { read, calls } = await busyPage(2, '3');
  const replies = [read(), read()];
  await vi.advanceTimersByTimeAsync(2000);
  expect([said(), calls()]).toEqual([notice, 2]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(await Promise.all(replies)).toMatchObject([{ data: 'rows' }, { data: 'rows' }]);
  expect([said(), calls()]).toEqual([[], 4]);
});

test('the person can give them up, and gets the failure', async () => {
  const { read, calls } = await busyPage(9, '3');
  const replies = [read(), read()];
  await vi.advanceTimersByTimeAsync(100);
  const [toast] = toastStore.getState().toasts;
  expect(toast?.action?.text).toBe('Cancelar');
  toast!.action!.run();
  for (const reply of replies)
    await expect(reply).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Muitas solicitações.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([said(), calls()]).toEqual([[], 2]);
});

test('a call that its caller aborts waits no longer', async () => {
  const { read } = await busyPage(1, '3');
  const caller = new AbortController();
  void read(caller.signal);
  await vi.advanceTimersByTimeAsync(100);
  expect(said()).toEqual(notice);
  caller.abort();
  expect([said(), vi.getTimerCount()]).toEqual([[], 0]);
});

test.each([null, '900', 'Wed, 21 Oct 2026 07:28:00 GMT'])('nothing waits for %j', async (retryAfter) => {
  const { read, calls } = await busyPage(1, retryAfter);
  await expect(read()).rejects.toMatchObject({ status: 429 });
  expect([said(), calls()]).toEqual([[], 1]);
});

test('a call is repeated five times at most', async () => {
  const { read, calls } = await busyPage(100, '1');
  const reply = read();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(reply).rejects.toMatchObject({ status: 429 });
  expect(calls()).toBe(6);
});
