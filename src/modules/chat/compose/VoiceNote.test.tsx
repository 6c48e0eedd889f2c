// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeHost, failure } from '../../../engine/core/testing/fake-host.ts';
import { testChat, testMessage } from '../core/testing.ts';
import { renderChat } from '../testing/render.tsx';
import { VoiceNote } from './VoiceNote.tsx';

/** Type of the browser's recordings. */
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
  const host = createFakeHost();
  host.onRun = () => ({ data: { messageId: 8, message: testMessage(8) } });
  const onSent = vi.fn<() => void>();
  const { sync } = await renderChat(
    <VoiceNote chat={testChat(1)} replyTo={replyTo} onSent={onSent} onClose={() => undefined} />,
    { host },
  );
  const send = await screen.findByRole('button', { name: 'Enviar áudio' });
  const stop = async () => act(async () => fireEvent.click(send));
  return { host, sync, onSent, stop };
}

const partsOf = (host: ReturnType<typeof createFakeHost>) =>
  host.runs.map(({ parts }) => ({ ...parts, MEDIA_FILE: (parts!['MEDIA_FILE'] as File).name }));

it('sends what was recorded, as an answer where it is one', async () => {
  const { host, onSent, stop } = await record(7);
  await stop();
  await waitFor(() => expect(host.runs).toHaveLength(1));
  expect(onSent).toHaveBeenCalledOnce();
  expect(partsOf(host)).toMatchObject([
    { fileType: 'audio', voice: 'Y', seconds: '1', replyTo: '7', MEDIA_FILE: 'voice.webm' },
  ]);
});

it('keeps a note that the server refused, and sends the same one again', async () => {
  const { host, sync, stop } = await record();
  const { onRun } = host;
  host.onRun = () => {
    throw failure('WINDOW_CLOSED', 'A janela fechou.');
  };
  await stop();
  await waitFor(() =>
    expect(sync.getState().pending).toMatchObject([
      { type: 'audio', file: { name: '' }, refusal: 'A janela fechou.' },
    ]),
  );
  host.onRun = onRun;
  sync.resend(sync.getState().pending[0]!.clientId);
  await waitFor(() => expect(sync.getState().pending).toEqual([]));
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
