import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { filesUnder } from './inputs.mjs';
import { fail } from './say.mjs';

/** Files that differ from where this branch left main, and files that Git does not know yet. Paths from the root. */
export function changedFiles() {
  const base = ['main', 'origin/main'].map((name) => git('merge-base', name, 'HEAD')).find(Boolean);
  if (!base) fail('`quick` compares with the branch main, which this checkout does not have: fetch it');
  const names = [
    git('diff', '--name-only', base.trim()),
    git('ls-files', '--others', '--exclude-standard'),
  ].join('\n');
  return [...new Set(names.split('\n').filter(Boolean))].sort();
}

/** Definitions, schemas and texts have no tests beside them: those of `tests/conformance` check them. */
const conformance = /^(schemas|screens|locales|docs)\/|^README\.md$/;

/**
 * The tests that belong to changed files: those in their folders and below.
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
    .filter((path) => /\.test\.(tsx?|mjs)$/.test(path));
  const unique = [...new Set(tests)].sort();
  return {
    unit: unique.filter((path) => !path.startsWith('src/server/')),
    server: unique.filter((path) => path.startsWith('src/server/')),
  };
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return '';
  }
}
