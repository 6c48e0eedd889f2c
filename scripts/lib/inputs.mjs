import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './root.mjs';

/** All inputs of a build. Files that only tests and tools read are excluded, so changing a test builds nothing. */
const inputs = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'public',
  'locales',
  'migrations',
  'schemas',
  'screens',
  'src',
  'widgets',
  'scripts/build.mjs',
  'scripts/lib/early-files.mjs',
  'scripts/lib/kept-assets.mjs',
  'scripts/lib/lean-monaco.mjs',
  'scripts/lib/made-styles.mjs',
  'scripts/lib/server-bundle.mjs',
];

/** Hashes names and contents of a build's inputs. File times are not used, since a checkout or a copy changes them. */
export function hashInputs(paths = inputs) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const files = paths
    .flatMap((path) => filesUnder(join(root, path)))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files) {
    hash.update(`\0${relative(root, file).split(sep).join('/')}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Lists the files under a path in a fixed order: a file is its own only one, a missing path has none. */
export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
