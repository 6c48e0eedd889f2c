import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { say } from './say.mjs';

/**
 * Runs `work` while no other process of this machine holds the lock `file`. A lock whose processes are all gone (a
 * killed one can't clean up) is taken over. `work` gets the lock, and tells it with `include(pid)` of children that
 * may outlive us: until they too are gone the lock holds.
 *
 * @param {string} file where the lock lies
 * @param {string} waiting said once when somebody else holds it
 * @param {(lock: {include(pid: number): void}) => Promise<T>} work
 * @returns {Promise<T>} what `work` answers
 * @template T
 */
export async function withLock(file, waiting, work) {
  const holders = [describe(process.pid)];
  let told = false;
  while (!take(file, holders)) {
    if (releaseDead(file)) continue;
    if (!told) say(`${waiting}, waiting for it …`);
    told = true;
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

/** A process by id and start time: ids are used again, soon in a container. Start times are known on Linux only. */
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

/** Written whole under another name, then linked: nobody ever reads a half-written lock. */
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

/** Removes the lock if all its holders are gone; true when it is worth trying again at once. */
function releaseDead(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return true;
  }
  if (parse(text).some(isAlive)) return false;
  // Moved aside before it is removed: should another process have taken over meanwhile, theirs is put back.
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
