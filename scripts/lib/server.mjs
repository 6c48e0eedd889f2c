import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { freePort } from './postgres.mjs';

/**
 * Runs the built server on a free port with the demo tenants in a data folder of its own, which is removed at the end.
 *
 * @param {Record<string, string>} [env] further settings
 * @param {(folder: string) => Promise<void>} [fill] puts something into the data folder before the start
 * @param {string} [from] folder of another built release
 * @returns {Promise<{ url: string, pid: number, stop(): Promise<void> }>} once it is ready
 */
export async function startServer(env = {}, fill = undefined, from = root) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'molde-data-'));
  await fill?.(dataFolder);
  const port = await freePort();
  const child = spawn(process.execPath, [join(from, 'dist', 'server', 'main.js')], {
    cwd: from,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PROFILE: 'demo',
      DATA_DIR: dataFolder,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-4_000)));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const dieWithUs = () => child.kill('SIGKILL');
  process.once('exit', dieWithUs);
  const stop = async () => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(kill);
    process.off('exit', dieWithUs);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  // Ample: it ends what hangs. The first start creates a database, for which a busy machine takes minutes.
  const until = Date.now() + 240_000;
  while (!(await isReady(port))) {
    if (child.exitCode === null && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 150));
    else {
      await stop();
      throw new Error(`the server does not get ready:\n${output}`);
    }
  }
  return { url, pid: child.pid, stop };
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
