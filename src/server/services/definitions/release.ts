import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Names the check that this process holds documents to: what another release let pass is looked at again. All of the
 * check is in the bundle of its thread; the sources may change at any time.
 */
export const release = releaseOf(fileURLToPath(new URL('./definition-worker.js', import.meta.url)));

function releaseOf(bundle: string): string {
  if (!existsSync(bundle)) return `sources-${randomUUID()}`;
  return createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 32);
}
