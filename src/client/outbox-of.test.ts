// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { Host } from '../engine/core/index.ts';
import { createFakeHost, failure } from '../engine/core/testing/fake-host.ts';
import { outboxOf } from './outbox-of.ts';

/** Whether the browser would ask before the tab of a host closes. */
function closingOf(host: Host): () => boolean {
  const guards = new Set<() => boolean>();
  host.guard = (isDirty, leaving) => {
    expect(leaving).toBe('tab');
    guards.add(isDirty);
    return () => void guards.delete(isDirty);
  };
  return () => [...guards].some((isDirty) => isDirty());
}

it('lets the browser ask before a tab closes with what the device does not keep, as long as its person is there', async () => {
  const host = createFakeHost();
  const asksToClose = closingOf(host);
  let answer: () => unknown = () => Promise.reject({ ...failure('NETWORK'), status: 0 });
  host.onRun = () => answer();
  const outbox = outboxOf(host);
  expect(outboxOf(host)).toBe(outbox);
  expect(asksToClose()).toBe(false);
  // This environment has no database.
  outbox.add({
    id: 'a',
    key: 'chat/1',
    kind: 'message',
    request: { method: 'post', address: '/send' },
    data: {},
  });
  await vi.waitFor(() => expect(asksToClose()).toBe(true));
  await vi.waitFor(() => expect(outbox.getState().isWaiting).toBe(true));
  const { user } = host;
  Object.assign(host, { user: { ...user, id: 2 } });
  expect(asksToClose()).toBe(false);
  Object.assign(host, { user });
  answer = () => ({ data: null });
  await outbox.sendNow();
  expect(asksToClose()).toBe(false);
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
