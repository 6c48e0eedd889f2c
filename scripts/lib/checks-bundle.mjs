// Loads the check of definitions (definitions.mjs) from a bundle in dist/checks: to load and to compile its sources one by
// one takes some seconds of a processor, for a check of milliseconds. A bundle is named by its sources, and the routes that the
// server would have are kept in it by the entities that they follow.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildInputs, filesUnder, hashInputs } from './inputs.mjs';
import { withLock } from './lock.mjs';
import { root } from './root.mjs';

// Inside of the project, since the check finds screens/ above itself, and node_modules may be a link.
const bundles = join(root, 'dist', 'checks');
const entries = {
  definitions: 'scripts/lib/definitions.mjs',
  'data-catalogue': 'scripts/lib/data-catalogue.mjs',
};
const load = (folder, name) => import(pathToFileURL(join(folder, `${name}.js`)).href);

/** @returns {Promise<typeof import('./definitions.mjs')>} with a check that knows the routes of the server */
export async function loadChecks() {
  const sources = hashInputs([...buildInputs.server, ...Object.values(entries)]);
  const folder = join(bundles, sources.slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(bundles, { recursive: true });
    await withLock(join(bundles, '.lock'), 'another process loads the check', async () => {
      if (!existsSync(folder)) await bundle(folder);
    });
  }
  const { checkDefinitions, ...checks } = await load(folder, 'definitions');
  const check = async (texts, lang) => checkDefinitions(texts, lang, await catalogueIn(folder));
  return { ...checks, checkDefinitions: check };
}

/** Writes the bundle beside its place first, so that an interrupted one counts for nothing, and removes those of other sources. */
async function bundle(folder) {
  const [esbuild, { serverBundle }] = await Promise.all([import('esbuild'), import('./server-bundle.mjs')]);
  for (const name of readdirSync(bundles).filter((one) => one !== '.lock'))
    rmSync(join(bundles, name), { recursive: true, force: true });
  const next = `${folder}.next`;
  await esbuild.build({ ...serverBundle(next), entryPoints: entries, splitting: true, sourcemap: false });
  renameSync(next, folder);
}

async function catalogueIn(folder) {
  const entities = filesUnder(join(root, 'screens')).filter((file) => file.endsWith('.entity.json'));
  const hash = hashInputs(entities.map((file) => file.slice(root.length + 1)));
  const file = join(folder, `catalogue-${hash.slice(0, 16)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const catalogue = (await load(folder, 'data-catalogue')).serverCatalogue();
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(catalogue));
  renameSync(`${file}.${process.pid}`, file);
  return catalogue;
}
