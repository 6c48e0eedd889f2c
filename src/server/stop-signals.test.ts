import { afterEach, expect, it, vi } from 'vitest';
import { onStopSignal } from './stop-signals.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const before = signals.map((signal) => process.listeners(signal));

afterEach(() => {
  signals.forEach((signal, index) => {
    for (const listener of process.listeners(signal))
      if (!before[index]?.includes(listener)) process.off(signal, listener);
  });
});

it('keeps a signal that arrives just before the next handler is set', async () => {
  const first = vi.fn();
  const next = vi.fn();
  const setHandler = onStopSignal(first);
  process.kill(process.pid, 'SIGTERM');
  setHandler(next);
  await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(1));
  expect(first).not.toHaveBeenCalled();
});
