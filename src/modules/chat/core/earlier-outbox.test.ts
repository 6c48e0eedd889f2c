import { expect, it } from 'vitest';
import { createMemoryDrafts } from '../../../engine/core/testing/drafts.ts';
import { takeOverEarlier } from './earlier-outbox.ts';
import type { ChatServer } from './server.ts';

const message = (clientId: string, chatId: number) => ({
  clientId,
  chatId,
  text: `Texto ${clientId}`,
  replyTo: null,
  at: '2026-11-01T12:00:00.000Z',
  refusal: null,
});

it('takes what an earlier release kept into the outbox once, in its order, and leaves what has no chat now', async () => {
  const drafts = createMemoryDrafts();
  const pending = [message('a', 1), message('b', 2), message('c', 1)];
  drafts.write('support.outbox', { pending }, '2026-11-01T12:00:00.000Z');
  const away = new Set([2]);
  const server = {
    async chat(id: number) {
      if (away.has(id)) throw { code: 'NETWORK', status: 0 };
      return { id };
    },
  } as unknown as ChatServer;
  const sent: unknown[] = [];
  const take = () =>
    takeOverEarlier(drafts, server, ({ id }, outgoing, replyTo, clientId) =>
      sent.push([id, outgoing, replyTo, clientId]),
    );
  // Two pages at once.
  await Promise.all([take(), take()]);
  expect(sent).toEqual([
    [1, { type: 'text', text: 'Texto a' }, null, 'a'],
    [1, { type: 'text', text: 'Texto c' }, null, 'c'],
  ]);
  away.clear();
  await take();
  expect(sent.slice(2)).toEqual([[2, { type: 'text', text: 'Texto b' }, null, 'b']]);
  expect(drafts.read('support.outbox')).toBeNull();
  await take();
  expect(sent).toHaveLength(3);
});
