// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { OutboxEntry, OutboxFollower, OutboxKind } from '../../client/index.ts';
import { createMemoryDevice, createTestOutbox } from '../../client/testing/outbox.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { createFakeHost } from '../../engine/core/testing/fake-host.ts';
import { createI18n } from '../i18n/i18n.ts';
import { resumeOutbox } from './resume-outbox.ts';

const failure = (status: number, message = ''): HostFailure => ({ code: 'X', status, message, errors: [] });

/** A page without its board and chat, after one that left these entries on the device. */
async function reload(left: readonly [id: string, kind: OutboxKind, key: string][]) {
  const device = createMemoryDevice();
  const server = { calls: [] as string[], fail: (_id: string): HostFailure | null => failure(0) };
  const run = async ({ body }: OutboxEntry['request']) => {
    server.calls.push(String(body));
    const refusal = server.fail(String(body));
    if (refusal) throw refusal;
    return { data: null };
  };
  const page = () => createTestOutbox({ run, after: () => () => undefined }, device);
  const before = page();
  for (const [id, kind, key] of left)
    before.outbox.add({
      id,
      key,
      kind,
      request: { method: 'post', address: '/x', body: id },
      data: {},
      text: `Texto de ${id}`,
    });
  await vi.waitFor(() => expect(device.kept.size).toBe(left.length));
  const i18n = await createI18n('pt');
  await i18n.need(['shell', 'outbox', 'kanban']);
  /** The page before has done its last work, and its listeners are gone with it. */
  device.listeners.clear();
  async function resume(follows: string | null = null, shows: OutboxFollower['shows'] = undefined) {
    server.calls = [];
    const host = createFakeHost();
    const next = page();
    if (follows !== null) next.outbox.follow(follows, { changed: () => undefined, ...(shows && { shows }) });
    resumeOutbox(host, i18n, next.outbox);
    return { host, ...next };
  }
  return { server, device, resume };
}

test('what waited for a reload is sent in its order, and told in one notice', async () => {
  const { server, device, resume } = await reload([
    ['a', 'message', 'chat/1'],
    ['b', 'message', 'chat/1'],
    ['c', 'move', 'board/7'],
  ]);
  server.fail = () => null;
  const { host } = await resume();
  await vi.waitFor(() => expect(host.notices).toHaveLength(1));
  expect(host.notices).toMatchObject([
    { kind: 'success', text: 'Enviado o que esperava: 2 mensagens e 1 movimento.' },
  ]);
  expect(server.calls.filter((id) => id !== 'c')).toEqual(['a', 'b']);
  expect([server.calls.length, device.kept.size]).toEqual([3, 0]);
});

test('what is refused after a reload is told with its reason once, and never again', async () => {
  const { server, device, resume } = await reload([
    ['a', 'message', 'chat/1'],
    ['b', 'message', 'chat/1'],
  ]);
  server.fail = (id) => (id === 'a' ? failure(409, 'A janela fechou.') : null);
  const first = await resume();
  await vi.waitFor(() => expect(first.host.notices).toHaveLength(2));
  expect(new Set(first.host.notices.map(({ text }) => text))).toEqual(
    new Set(['Não foi aceito o que esperava: 1 mensagem.', 'Enviado o que esperava: 1 mensagem.']),
  );
  expect(first.host.notices).toContainEqual(
    expect.objectContaining({ detail: 'A janela fechou.\nTexto de a' }),
  );
  // It stands on the device for its chat, which shows it with the reason.
  expect([...device.kept.keys()]).toEqual(['a']);
  const second = await resume();
  await vi.waitFor(() => expect(second.outbox.getState().entries).toHaveLength(1));
  expect([server.calls, second.host.notices]).toEqual([[], []]);
});

test('what is refused of a chat that its page does not show any more is told with the own words', async () => {
  const { server, resume } = await reload([['a', 'message', 'chat/1']]);
  server.fail = () => failure(404, 'Registro não encontrado.');
  const { host } = await resume('chat', ({ refusal }) => refusal?.status !== 404);
  await vi.waitFor(() => expect(host.notices).toHaveLength(1));
  expect(host.notices).toMatchObject([
    {
      kind: 'error',
      text: 'Não foi aceito o que esperava: 1 mensagem.',
      detail: 'Registro não encontrado.\nTexto de a',
    },
  ]);
});

test('what waits without a connection is told only once it is there', async () => {
  const { server, device, resume } = await reload([['a', 'change', 'board/7']]);
  const { host, online } = await resume();
  await vi.waitFor(() => expect(server.calls).toEqual(['a']));
  expect([host.notices, device.kept.size]).toEqual([[], 1]);
  server.fail = () => null;
  await vi.waitFor(() => {
    online();
    expect(host.notices).toMatchObject([{ text: 'Enviado o que esperava: 1 mudança no quadro.' }]);
  });
});

test('a page that shows what waits tells of it by itself', async () => {
  const { server, device, resume } = await reload([
    ['a', 'message', 'chat/1'],
    ['b', 'move', 'board/7'],
  ]);
  server.fail = () => null;
  const { host } = await resume('board/7');
  await vi.waitFor(() => expect([host.notices.length, device.kept.size]).toEqual([1, 0]));
  expect(host.notices).toMatchObject([{ text: 'Enviado o que esperava: 1 mensagem.' }]);
});

test('a move that is refused names its card, the reason and what to do, once, also for the board', async () => {
  const { server, device, resume } = await reload([
    ['a', 'move', 'board/7'],
    ['b', 'change', 'board/7'],
  ]);
  server.fail = () => failure(409, 'Ana moveu esta tarefa depois.');
  const { host, outbox } = await resume();
  await vi.waitFor(() => expect(host.notices).toHaveLength(2));
  expect(host.notices).toMatchObject([
    {
      kind: 'error',
      text: 'A tarefa “Texto de a” não foi movida.',
      detail: 'Ana moveu esta tarefa depois.\nVeja onde está e mova de novo se precisar.',
    },
    {
      text: 'Não foi aceito o que esperava: 1 mudança no quadro.',
      detail: expect.stringContaining('Texto de b'),
    },
  ]);
  // A board that is opened now has nothing left to tell.
  const told: unknown[] = [];
  outbox.follow('board/7', { changed: (entries) => told.push(...entries) });
  await vi.waitFor(() => expect(device.kept.size).toBe(0));
  expect(told).toEqual([]);
});
