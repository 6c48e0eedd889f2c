import { readFileSync } from 'node:fs';

/**
 * Stops this process with SIGTERM when the npm or the shell that started it has ended. npm passes a SIGTERM on to its shell
 * only, and cannot pass on a SIGKILL, so the server would keep the port and the data folder. Does nothing when it was not
 * started by npm.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = npmAbove(process.ppid);
  stopWithParent(() => isAlive(npm));
}

/** Stops this process with SIGTERM when its parent has ended, or when `alsoAlive` returns false. */
export function stopWithParent(alsoAlive = () => true) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent && alsoAlive()) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Returns npm's process: our parent, or its parent behind a shell. When that is unknown it returns the parent. */
function npmAbove(parent) {
  try {
    if (/\bnpm\b/.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'))) return parent;
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return /\bnpm\b/.test(readFileSync(`/proc/${above}/cmdline`, 'utf8')) ? above : parent;
  } catch {
    return parent;
  }
}
