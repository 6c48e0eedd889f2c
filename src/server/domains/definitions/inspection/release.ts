import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Identifies the code that checks definitions. A document that another release checked is checked again. The bundle of the
 * worker contains the whole check; sources may change at any time, so they get a random name.
 */
export const release = releaseOf(fileURLToPath(new URL('./definition-worker.js', import.meta.url)));

function releaseOf(bundle: string): string {
  if (!existsSync(bundle)) return `sources-${randomUUID()}`;
  return createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 32);
}
