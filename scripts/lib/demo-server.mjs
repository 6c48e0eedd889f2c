import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { withLock } from './lock.mjs';
import { startServer } from './server.mjs';

const cache = join(root, 'node_modules', '.cache', 'molde');
/** The samples tell of the hours before they were made, so a copy of older ones would tell of another time. */
const FRESH_MS = 3_600_000;

/**
 * Runs the built server as `startServer` does, on a copy of sample data that were made once: creating a database and filling
 * it takes some fifteen seconds of a processor, copying it a tenth of one.
 *
 * @param {Record<string, string>} [env] further settings, which the samples do not depend on
 * @returns {ReturnType<typeof startServer>}
 */
export async function startDemoServer(env = {}) {
  return startServer(env, copyDemoData);
}

/** Copies the data folder of a built server of this build and this hour that was stopped after its first start. */
export async function copyDemoData(target) {
  const samples = join(cache, `demo-${readFileSync(join(root, 'dist', '.stamp'), 'utf8').slice(0, 16)}`);
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, 'demo.lock'), 'another process makes the sample data', async () => {
    if (!isFresh(samples)) await makeDemoData(samples);
    cpSync(samples, target, { recursive: true });
  });
}

async function makeDemoData(folder) {
  for (const name of readdirSync(cache).filter((one) => one.startsWith('demo-')))
    rmSync(join(cache, name), { recursive: true, force: true });
  const made = `${folder}.next`;
  const server = await startServer({ DATA_DIR: made });
  await server.stop();
  renameSync(made, folder);
}

function isFresh(folder) {
  if (!existsSync(folder)) return false;
  const made = statSync(folder).birthtime;
  const isOfToday = made.toDateString() === new Date().toDateString();
  return isOfToday && Date.now() - made.getTime() < FRESH_MS;
}
