import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { say } from './say.mjs';

/**
 * Runs `work` while no other process of this machine holds the lock `file`. A lock whose processes have all ended (a
 * killed one can't clean up) is taken over. `work` gets the lock, and calls `include(pid)` for children that may outlive this
 * process: the lock holds until they have ended too.
 *
 * @param {string} file path of the lock
 * @param {string} waiting printed once when another process holds it
 * @param {(lock: {include(pid: number): void}) => Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 * @template T
 */
export async function withLock(file, waiting, work) {
  const holders = [describe(process.pid)];
  let announced = false;
  while (!take(file, holders)) {
    if (releaseDead(file)) continue;
    if (!announced) say(`${waiting}, waiting for it …`);
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await work({
      include(pid) {
        holders.push(describe(pid));
        const next = `${file}.${process.pid}`;
        writeFileSync(next, JSON.stringify(holders));
        renameSync(next, file);
      },
    });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Identifies a process by id and start time, since ids are reused. Start times are known on Linux only. */
function describe(pid) {
  return { pid, started: startTime(pid) };
}

function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return null;
  }
}

function isAlive({ pid, started }) {
  if (started !== null && startTime(pid) !== started) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The file is written whole under another name, then linked, so that nobody reads a partial lock. */
function take(file, holders) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(holders));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock if all its holders have ended; true when another attempt is worthwhile at once. */
function releaseDead(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return true;
  }
  if (parse(text).some(isAlive)) return false;
  // Moved aside before it is removed. If another process has taken over meanwhile, its lock is restored.
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch {
    return true;
  } finally {
    rmSync(aside, { force: true });
  }
  return true;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
