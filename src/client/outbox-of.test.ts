// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { Host } from '../engine/core/index.ts';
import { createFakeHost, failure } from '../engine/core/testing/fake-host.ts';
import { outboxOf } from './outbox-of.ts';

/** How many listeners ask the browser to ask before the tab closes. */
function countAsking(): number {
  let count = 0;
  const event = new Event('beforeunload', { cancelable: true });
  event.preventDefault = () => void (count += 1);
  window.dispatchEvent(event);
  return count;
}

/** Whether the host's outbox is among them: not for another person. Those of tests before this one may be left in the window. */
function asksToClose(host: Host): boolean {
  const { user } = host;
  const all = countAsking();
  Object.assign(host, { user: { ...user, id: 999 } });
  const others = countAsking();
  Object.assign(host, { user });
  return all > others;
}

it('lets the browser ask before a tab closes with what the device does not keep, as long as its person is there', async () => {
  const host = createFakeHost();
  let answer: () => unknown = () => Promise.reject({ ...failure('NETWORK'), status: 0 });
  host.onRun = () => answer();
  const outbox = outboxOf(host);
  expect(outboxOf(host)).toBe(outbox);
  expect(asksToClose(host)).toBe(false);
  // This environment has no database.
  outbox.add({
    id: 'a',
    key: 'chat/1',
    kind: 'message',
    request: { method: 'post', address: '/send' },
    data: {},
  });
  await vi.waitFor(() => expect(asksToClose(host)).toBe(true));
  await vi.waitFor(() => expect(outbox.getState().isWaiting).toBe(true));
  const { user } = host;
  Object.assign(host, { user: { ...user, id: 2 } });
  expect(asksToClose(host)).toBe(false);
  Object.assign(host, { user });
  answer = () => ({ data: null });
  await outbox.sendNow();
  expect(asksToClose(host)).toBe(false);
});

it('sends from a browser that denies its storage as soon as it is named', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  try {
    const host = createFakeHost();
    let calls = 0;
    host.onRun = () => {
      calls += 1;
      return { data: null };
    };
    const outbox = outboxOf(host);
    const request = { method: 'post' as const, address: '/send' };
    outbox.add({ id: 'a', key: 'chat/1', kind: 'message', request, data: {} });
    await vi.waitFor(async () => expect(await outbox.kinds()).toEqual([]));
    expect(calls).toBeGreaterThan(0);
  } finally {
    Reflect.deleteProperty(globalThis, 'indexedDB');
  }
});

it('is another one once the host knows its person', async () => {
  const host = createFakeHost();
  const { user } = host;
  Object.assign(host, { user: { ...user, id: 0 } });
  const before = outboxOf(host);
  Object.assign(host, { user });
  expect(outboxOf(host)).not.toBe(before);
  expect(outboxOf(host)).toBe(outboxOf(host));
});
