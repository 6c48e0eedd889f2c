import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chat } from '../../../../contracts/support.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
let admin: Record<string, string>;
let channelId: number;

beforeAll(async () => {
  app = await testApp({ resources });
  channelId = await addChannel(app, app.tenants.acme);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

const create = async (body: object) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/sup/zap/chat',
    headers: admin,
    payload: { channelId, ...body },
  });
  return { status: reply.statusCode, ...reply.json<{ data: Chat; errors?: { path: string }[] }>() };
};

it.each([
  ['a text', '5534988770001', 'Olá, tudo bem?'],
  ['an empty text', '5534988770002', ''],
  ['null', '5534988770003', null],
])(
  'a chat is begun with %s as its last message, which only messages of the chat are',
  async (_name, number, lastMsg) => {
    const { status, data } = await create({ name: 'Ana', recipientNum: number, unreadCount: 0, lastMsg });
    expect([status, data.recipientNum, data.lastMessage]).toEqual([201, number, null]);
  },
);

it('a chat is refused with a last message that is no text or too long', async () => {
  for (const lastMsg of [{ content: 'x' }, 7, 'x'.repeat(4097)])
    expect(await create({ recipientNum: '5534988770009', lastMsg })).toMatchObject({
      status: 400,
      errors: [{ path: '/lastMsg' }],
    });
});
