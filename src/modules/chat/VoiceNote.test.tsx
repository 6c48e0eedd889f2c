// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegistry } from '../../engine/core/index.ts';
import { createFakeHost, failure } from '../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../engine/react/index.ts';
import { createChatSync } from './core/sync.ts';
import { createFakeChatServer, createFakeOutbox, testChat, testMessage } from './core/testing.ts';
import { OpenChatContext } from './open-chat.ts';
import { VoiceNote } from './VoiceNote.tsx';

/** What the browser records. */
let type = 'audio/webm;codecs=opus';

class FakeRecorder extends EventTarget {
  static isTypeSupported = (one: string): boolean => one === type;
  state = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['som']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

beforeEach(() => {
  type = 'audio/webm;codecs=opus';
  const getUserMedia = async () => ({ getTracks: () => [{ stop: () => undefined }] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    mediaDevices: { getUserMedia },
  });
});
afterEach(() => vi.unstubAllGlobals());

async function record(replyTo: number | null = null) {
  const host = createFakeHost({ 'chat.refused': 'Não enviada: {{reason}}' });
  host.onRun = () => ({ data: { messageId: 8, message: testMessage(8) } });
  const server = createFakeChatServer();
  const sync = createChatSync(server, createFakeOutbox(server));
  const onSent = vi.fn<() => void>();
  render(
    <EngineProvider registry={createRegistry([])} host={host}>
      <OpenChatContext value={{ sync, open: () => undefined, mayWrite: true }}>
        <VoiceNote chat={testChat(1)} replyTo={replyTo} onSent={onSent} onClose={() => undefined} />
      </OpenChatContext>
    </EngineProvider>,
  );
  const send = await screen.findByRole('button', { name: 'chat.recorder.send' });
  const stop = async () => act(async () => fireEvent.click(send));
  return { host, onSent, stop };
}

const partsOf = (host: ReturnType<typeof createFakeHost>) =>
  host.runs.map(({ parts }) => ({ ...parts, MEDIA_FILE: (parts!['MEDIA_FILE'] as File).name }));

it('sends what was recorded, as an answer where it is one', async () => {
  const { host, onSent, stop } = await record(7);
  await stop();
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(partsOf(host)).toMatchObject([
    { fileType: 'audio', voice: 'Y', seconds: '1', replyTo: '7', MEDIA_FILE: 'voice.webm' },
  ]);
});

it('keeps a note that did not arrive, and sends the same one again', async () => {
  const { host, onSent, stop } = await record();
  const { onRun } = host;
  host.onRun = () => {
    throw failure('NETWORK', 'Sem conexão.');
  };
  await stop();
  expect((await screen.findByRole('alert')).textContent).toBe('Não enviada: Sem conexão.');
  host.onRun = onRun;
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'chat.retry' })));
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  const [first, second] = partsOf(host);
  expect(second).toEqual(first);
});

it.each([
  ['audio/ogg;codecs=opus', 'voice.ogg'],
  ['audio/mp4', 'voice.m4a'],
])('names a note of %s by what it is, since the server compares the two', async (recorded, name) => {
  type = recorded;
  const { host, stop } = await record();
  await stop();
  await waitFor(() => expect(partsOf(host)).toMatchObject([{ MEDIA_FILE: name }]));
});
