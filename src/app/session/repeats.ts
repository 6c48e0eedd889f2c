import { HttpFailure } from '../../client/index.ts';

/** Pauses before a load is repeated, growing, then the last one again. Milliseconds. */
const pauses = [2_000, 5_000, 10_000, 30_000, 60_000];

/** Runs loads in the background until the server answers them. */
export interface Repeats {
  /** Runs a load; one that failed for want of an answer runs again after a pause. A newer run of a key replaces its repetition. */
  run(key: string, load: () => Promise<void>): Promise<void>;
  /** Runs now what waits to be repeated. */
  now(): void;
  /** Drops what waits to be repeated. */
  clear(): void;
}

/** Whether another attempt may succeed: the server was not reached, is overloaded or failed. */
const mayPass = (error: unknown): boolean =>
  error instanceof HttpFailure && (error.status === 0 || error.status === 429 || error.status >= 500);

export function createRepeats(): Repeats {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; run(): void }>();

  function drop(key: string): void {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
  }

  async function run(key: string, load: () => Promise<void>, attempts = 0): Promise<void> {
    drop(key);
    try {
      await load();
    } catch (error) {
      if (!mayPass(error)) return;
      drop(key);
      const again = () => void run(key, load, attempts + 1);
      const pause = pauses[Math.min(attempts, pauses.length - 1)]!;
      waiting.set(key, { timer: setTimeout(again, pause), run: again });
    }
  }

  return {
    run: (key, load) => run(key, load),
    now() {
      for (const one of waiting.values()) one.run();
    },
    clear() {
      for (const key of waiting.keys()) drop(key);
    },
  };
}
