import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Time for which files of earlier builds stay. Milliseconds. */
const mostAge = 7 * 24 * 60 * 60 * 1000;

/**
 * Takes over the assets of earlier builds, whose names have their hash, so that none replaces another: pages that are open, and a
 * server that runs while it is built, still ask for them.
 */
export function keepAssets(from, to, now = Date.now()) {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) {
    const [old, next] = [join(from, name), join(to, name)];
    if (existsSync(next) || now - statSync(old).mtimeMs > mostAge) continue;
    cpSync(old, next, { preserveTimestamps: true });
  }
}
