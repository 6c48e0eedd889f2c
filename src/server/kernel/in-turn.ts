/**
 * Limits how many pieces of work run at once; the others wait, first come, first served.
 * @param most pieces that run at once, at least 1.
 * @returns runs a piece of work when its turn has come.
 */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn goes to who waits, so it stays counted.
      if (next) next();
      else running -= 1;
    }
  };
}
