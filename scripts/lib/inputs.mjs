import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './root.mjs';

/** Inputs of both parts of a build. Migrations and screens are read when the server runs, so they are inputs of neither. */
const shared = [
  'package-lock.json',
  'tsconfig.json',
  'locales',
  'schemas',
  'src/contracts',
  'src/engine',
  'widgets',
  'scripts/build.mjs',
];

/** The inputs of each part of a build, which the build compares with what it has read. Tests are no inputs. */
export const buildInputs = {
  client: [
    ...shared,
    'index.html',
    'vite.config.ts',
    'public',
    ...['app', 'client', 'editor', 'modules', 'ui'].map((layer) => `src/${layer}`),
    ...['early-files', 'kept-assets', 'lean-monaco', 'made-styles'].map((name) => `scripts/lib/${name}.mjs`),
  ],
  server: [...shared, 'src/sandbox', 'src/server', 'scripts/lib/server-bundle.mjs'],
};

/** Hashes names and contents of files. File times are not used, since a checkout or a copy changes them. */
export function hashInputs(paths) {
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
