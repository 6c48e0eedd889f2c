import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';
import { fail } from './say.mjs';

/** Lists the files that differ from this branch's start on main, and untracked files. Paths are from the root. */
export function changedFiles() {
  const base = ['main', 'origin/main'].map((name) => git('merge-base', name, 'HEAD')).find(Boolean);
  if (!base) fail('`quick` compares with the branch main, which this checkout does not have: fetch it');
  const names = [
    git('diff', '--name-only', base.trim()),
    git('ls-files', '--others', '--exclude-standard'),
  ].join('\n');
  return [...new Set(names.split('\n').filter(Boolean))].sort();
}

/** Definitions, schemas and texts have no tests beside them; `tests/conformance` checks them. */
const conformance = /^(schemas|screens|locales|docs)\/|^README\.md$/;

const serverSide = /^src\/(server|sandbox)\//;

/**
 * Returns the tests of changed files: those in their folders and below.
 *
 * @param {string[]} changed paths from the root
 * @returns {{ unit: string[], server: string[] }} paths of test files
 */
export function testsOf(changed) {
  const folders = new Set(
    changed.map((path) => (conformance.test(path) ? 'tests/conformance' : dirname(path))),
  );
  folders.delete('.');
  const tests = [...folders]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesUnder(join(root, folder)))
    .map((file) => file.slice(root.length + 1).replaceAll('\\', '/'))
    .filter((path) => /\.test\.(tsx?|mjs)$/.test(path) && folders.has(dirname(path)));
  const unique = [...new Set(tests)].sort();
  return {
    unit: unique.filter((path) => !serverSide.test(path)),
    server: unique.filter((path) => serverSide.test(path)),
  };
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return '';
  }
}
