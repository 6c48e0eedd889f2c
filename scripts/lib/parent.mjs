import { readFileSync } from 'node:fs';

/**
 * Stops this process in good order when the npm or the shell that started it is gone. npm passes a SIGTERM on to its
 * shell only, and a SIGKILL to nobody: the server would go on holding the port and the data folder. Does nothing when
 * no npm started us.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = npmAbove(process.ppid);
  stopWithParent(() => isAlive(npm));
}

/** Stops this process in good order when its parent is gone, or when `alsoAlive` says no. */
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

/** npm is our parent, or its parent where a shell stands between. Where that can't be told it is taken for the parent. */
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
