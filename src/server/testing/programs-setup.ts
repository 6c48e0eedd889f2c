import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled programs of this run. */
    programs: string;
  }
}

/** Names a folder for the programs, which the first file that runs them bundles for all others of the run. */
export default function setup(project: TestProject): () => void {
  // Within the project, from where the programs find packages and screens.
  const name = `node_modules/.cache/molde/programs-${randomBytes(6).toString('hex')}`;
  const folder = fileURLToPath(new URL(`../../../${name}`, import.meta.url));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  project.provide('programs', folder);
  project.onTestsRerun(remove);
  return remove;
}
