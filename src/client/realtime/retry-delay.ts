/** Mean of the first pause before connecting again; each further one is twice as long. Milliseconds. */
const firstPause = 5_000;
const longestPause = 60_000;

/**
 * Pause before attempt `failures + 1` to connect: 5 s ± half, growing to 60 s. It is drawn evenly from its range, whose end is
 * cut off at 60 s, so that the clients of a restarted server do not come back at the same instant.
 * @param random a number from 0 to 1.
 */
export function retryDelay(failures: number, random: number): number {
  const mean = Math.min(firstPause * 2 ** failures, longestPause);
  const least = mean / 2;
  const most = Math.min(mean * 1.5, longestPause);
  return least + random * (most - least);
}
