// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../engine/core/testing/live.ts';
import { createAttention } from './attention.ts';
import { createChime } from './chime.ts';

let isFocused = false;
const sound = vi.fn<() => void>();

beforeEach(() => {
  isFocused = false;
  sound.mockReset();
  document.title = 'Atendimento';
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
});
afterEach(() => vi.unstubAllGlobals());

function start() {
  const clock = createFakeClock('2026-01-02T03:04:05Z');
  const title = (count: number) => `(${count}) Nova nova mensagem`;
  return { clock, attention: createAttention({ title, sound, after: clock.after }) };
}

it('flashes the title with the count and sounds, every 2,500 ms, until the window is focused', async () => {
  const { clock, attention } = start();
  attention.arrived();
  expect(document.title).toBe('(1) Nova nova mensagem');
  await clock.advance(1_250);
  expect(document.title).toBe('Atendimento');
  attention.arrived();
  await clock.advance(1_250);
  expect(document.title).toBe('(2) Nova nova mensagem');
  expect(sound).toHaveBeenCalledTimes(2);
  isFocused = true;
  window.dispatchEvent(new Event('focus'));
  expect(document.title).toBe('Atendimento');
  expect(clock.waiting()).toBe(0);
  await clock.advance(10_000);
  expect(sound).toHaveBeenCalledTimes(2);
  isFocused = false;
  attention.arrived();
  expect(document.title).toBe('(1) Nova nova mensagem');
  attention.dispose();
});

it('leaves a focused window alone', () => {
  const { attention } = start();
  isFocused = true;
  attention.arrived();
  expect([document.title, sound.mock.calls.length]).toEqual(['Atendimento', 0]);
  attention.dispose();
});

it('keeps the title that the page gave itself meanwhile', async () => {
  const { clock, attention } = start();
  attention.arrived();
  document.title = 'Renato Siqueira';
  await clock.advance(2_500);
  expect(document.title).toBe('(1) Nova nova mensagem');
  attention.dispose();
  expect([document.title, clock.waiting()]).toEqual(['Renato Siqueira', 0]);
});

it('makes no sound, and no error, where the browser does not allow it yet', () => {
  const resume = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('not allowed')));
  vi.stubGlobal('AudioContext', undefined);
  createChime()();
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'suspended';
      currentTime = 0;
      resume = resume;
    },
  );
  createChime()();
  expect(resume).toHaveBeenCalledOnce();
});
