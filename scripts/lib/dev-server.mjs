import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { copyDemoData } from './demo-server.mjs';
import { freePort } from './postgres.mjs';

/**
 * Runs the development server on a free port, with the demo tenants, over a copy of screens/ and of sample data that were
 * made once. Both are in a folder that git ignores and that is removed at the end.
 *
 * @returns {Promise<{ url: string, screens: string, stop(): Promise<void> }>} once it is ready; `screens` is the
 *   folder with the copies
 */
export async function startDevServer() {
  const results = join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  // Inside the project, since the server's bundle finds its packages in the node_modules above it.
  const folder = mkdtempSync(join(results, 'dev-'));
  cpSync(join(root, 'screens'), join(folder, 'screens'), { recursive: true });
  await copyDemoData(join(folder, 'data'));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('./with-parent.mjs', import.meta.url).href,
      join(root, 'scripts', 'dev.mjs'),
      folder,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port) },
    },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let output = '';
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
        if (output.includes('development server on ')) resolve(true);
      });
    }
  });
  if (await Promise.race([ready, ended.then(() => false)]))
    return { url: `http://localhost:${port}`, screens: join(folder, 'screens'), stop };
  await stop();
  throw new Error(`the development server does not start:\n${output}`);
}
