// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { VoiceRecorder } from './VoiceRecorder.tsx';

/** Microphones that are open. */
let open = 0;
/** Sound that the microphone gives, or the reason why there is none. */
let heard: string | Error = 'som';

class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string): boolean => type === 'audio/webm;codecs=opus';
  state: RecordingState = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    const data = new Blob([String(heard)]);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    this.dispatchEvent(new Event('stop'));
  }
}

async function getUserMedia() {
  if (heard instanceof Error) throw heard;
  open += 1;
  let isOpen = true;
  const stop = () => {
    if (isOpen) open -= 1;
    isOpen = false;
  };
  return { getTracks: () => [{ stop }] };
}

beforeEach(() => {
  open = 0;
  heard = 'som';
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    mediaDevices: { getUserMedia },
  });
});
afterEach(() => vi.unstubAllGlobals());

function start() {
  const host = createFakeHost();
  const onRecorded = vi.fn<(blob: Blob, seconds: number) => void>();
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <EngineProvider registry={createRegistry([])} host={host}>
      <VoiceRecorder onRecorded={onRecorded} onClose={onClose} />
    </EngineProvider>,
  );
  return { host, onRecorded, onClose, unmount };
}

const sendButton = () => screen.findByRole('button', { name: 'chat.recorder.send' });

it('records, counts the seconds, sends what was recorded, and releases the microphone', async () => {
  const { host, onRecorded, unmount } = start();
  const send = await sendButton();
  await waitFor(() => expect(document.activeElement).toBe(send));
  for (let times = 0; times < 28; times += 1) await act(() => host.clock.advance(250));
  expect(screen.getByRole('timer').textContent).toBe('0:07');
  fireEvent.click(send);
  await waitFor(() => expect(onRecorded).toHaveBeenCalledOnce());
  const [blob, seconds] = onRecorded.mock.calls[0]!;
  expect([blob.type, blob.size, seconds]).toEqual(['audio/webm', 3, 7]);
  unmount();
  expect(open).toBe(0);
});

it('sends nothing that was thrown away or left', async () => {
  const { onRecorded, onClose, unmount } = start();
  await sendButton();
  expect(open).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'chat.recorder.discard' }));
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(open).toBe(0);
  expect(onRecorded).not.toHaveBeenCalled();
});

it('releases a microphone that is granted after the place was left', async () => {
  const { unmount } = start();
  unmount();
  expect(open).toBeGreaterThan(0);
  await act(async () => undefined);
  expect(open).toBe(0);
});

it('ends by itself after an hour, and keeps the note to be sent', async () => {
  const { host, onRecorded } = start();
  await sendButton();
  await act(() => host.clock.advance(3_600_000));
  expect(screen.getByRole('status').textContent).toBe('chat.recorder.full');
  fireEvent.click(await sendButton());
  await waitFor(() => expect(onRecorded).toHaveBeenCalledOnce());
  expect(onRecorded.mock.calls[0]![1]).toBe(3600);
});

it('says why nothing is recorded, and tries again', async () => {
  heard = Object.assign(new Error('no'), { name: 'NotAllowedError' });
  start();
  expect((await screen.findByRole('alert')).textContent).toBe('chat.recorder.failures.refused');
  heard = 'som';
  fireEvent.click(screen.getByRole('button', { name: 'chat.recorder.retry' }));
  await sendButton();
});

it('says that nothing was heard, rather than send an empty note', async () => {
  heard = '';
  const { onRecorded } = start();
  fireEvent.click(await sendButton());
  expect((await screen.findByRole('alert')).textContent).toBe('chat.recorder.failures.lost');
  expect(onRecorded).not.toHaveBeenCalled();
});

it('says that a browser cannot record', async () => {
  vi.stubGlobal('MediaRecorder', undefined);
  start();
  expect((await screen.findByRole('alert')).textContent).toBe('chat.recorder.failures.unsupported');
  expect(screen.queryByRole('button', { name: 'chat.recorder.retry' })).toBeNull();
});
