// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { createFakeHost, failure } from '../engine/core/testing/fake-host.ts';
import { outboxOf } from './outbox-of.ts';

/** Whether the browser asks before the tab closes. */
function asksToClose(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('lets the browser ask before a tab closes with what the device does not keep, as long as its person is there', async () => {
  const host = createFakeHost();
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
