import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../../../contracts/support.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { GuardedThread } from '../../../threads/guarded-thread.ts';
import { recordingOf } from '../../../testing/recordings.ts';
import { SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
let support: SupportTest;
let admin: Record<string, string>;
let chatId: number;

beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await support.receive({ messages: [textFrom('5511988887777', 'Bom dia')] });
  chatId = (await support.chats(admin)).rows[0]!.id;
});

afterAll(async () => {
  await support.close();
  await app.close();
});

async function send(content: Uint8Array, name: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('MEDIA_FILE', new File([Uint8Array.from(content)], name, { type: 'audio/webm' }));
  const request = new Request('http://x', { method: 'POST', body: form });
  return app.inject({
    method: 'POST',
    url: `/adm/v2/sup/zap/send-media/${chatId}?channelId=${support.channelId}`,
    headers: { ...admin, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const voice = { fileType: 'audio', voice: 'Y', seconds: '2' };

it('keeps a voice note of a browser in the container that the provider takes', async () => {
  const asked = vi.spyOn(GuardedThread.prototype, 'ask');
  const answer = await send(recordingOf(100), 'audio.webm', voice);
  // Not in the thread that answers everybody.
  expect(asked.mock.calls.map(([work]) => work)).toContainEqual(
    expect.objectContaining({ read: 'recording' }),
  );
  expect(answer.statusCode).toBe(201);
  const { message } = answer.json<{ data: { message: ChatMessage } }>().data;
  expect(message).toMatchObject({
    type: 'audio',
    fileName: 'audio.ogg',
    media: { state: 'stored', mime: 'audio/ogg', isVoice: true, seconds: 2 },
  });
  const media = await app.inject({ method: 'GET', url: message.mediaUrl!, headers: admin });
  expect(media.headers['content-type']).toBe('audio/ogg');
  expect(media.rawPayload.subarray(0, 4).toString()).toBe('OggS');
  expect(media.rawPayload.length).toBe(message.media!.bytes);
});

it('keeps one note of one that is sent twice', async () => {
  const clientId = '7d3bdb5e-3a7c-4a4b-9a4e-0f6f3b1c2d3e';
  const answers = [
    await send(recordingOf(50), 'audio.webm', { ...voice, clientId }),
    await send(recordingOf(50), 'audio.webm', { ...voice, clientId }),
  ];
  const ids = answers.map((answer) => answer.json<{ data: { messageId: number } }>().data.messageId);
  expect(ids[0]).toBe(ids[1]);
});

it('refuses what only looks like a recording, and names the remedy', async () => {
  const cut = recordingOf(100).subarray(0, -3);
  const answer = await send(cut, 'audio.webm', voice);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ path: '/MEDIA_FILE' }] });
  expect(answer.body).toContain('Grave de novo');
});

it('answers a message with a file', async () => {
  const { messages } = await support.chat(admin, chatId);
  const replyTo = messages[0]!.id;
  const answer = await send(recordingOf(10), 'audio.webm', { ...voice, replyTo: String(replyTo) });
  expect(answer.json()).toMatchObject({ data: { message: { reply: { id: replyTo, content: 'Bom dia' } } } });
});

it('refuses as a document what the provider takes as none, and names what it takes', async () => {
  const answer = await send(recordingOf(10), 'reuniao.webm', { fileType: 'document' });
  expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: '/MEDIA_FILE' }] });
  expect(answer.body).toContain('application/pdf');
});
