import { readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The name by which other threads find the processor time of this one; null where the system does not tell. */
export function ownTask(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

/**
 * Processor time that a thread has used, in milliseconds. It stands still while the thread waits for a processor: on a machine
 * that is busy or was stopped. Where the system does not tell it, it is the share of one processor in what the whole process
 * has used.
 */
export function processorTime(task: string | null): number {
  try {
    if (task !== null) {
      const stat = readFileSync(`/proc/${task}/stat`, 'utf8');
      // The name of the thread, in brackets, may be anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }
  } catch {
    // The thread has ended, and whoever watches it hears of that.
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 / availableParallelism();
}
