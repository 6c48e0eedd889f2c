// Builds client and server into dist/ when their sources have changed since the last build.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bootstrap } from './bootstrap.mjs';
import { buildInputs, filesUnder, hashInputs } from './lib/inputs.mjs';
import { keepAssets } from './lib/kept-assets.mjs';
import { withLock } from './lib/lock.mjs';
import { root } from './lib/root.mjs';
import { runNode } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';

const dist = join(root, 'dist');
const parts = { client: buildClient, server: buildServer };
const stampOf = (part) => join(dist, `.${part}.stamp`);

/** The parts of dist/ that were not built from the current sources, with the hash of these. */
const stale = () =>
  Object.keys(parts)
    .map((part) => ({ part, hash: hashInputs(buildInputs[part]) }))
    .filter(({ part, hash }) => !existsSync(stampOf(part)) || readFileSync(stampOf(part), 'utf8') !== hash);

/** Whether dist/ was built from the current sources. */
export const isBuilt = () => stale().length === 0;

/** Builds the parts whose sources have changed. An interrupted build leaves the previous ones or none, never a mixture. */
export async function build() {
  if (isBuilt()) return;
  mkdirSync(dist, { recursive: true });
  await withLock(join(dist, '.lock'), 'another process is building', async () => {
    const changed = stale();
    if (changed.length > 0) await buildParts(changed);
  });
}

/** Builds in a process of its own, whose memory and environment the server does not inherit. */
export async function buildApart() {
  if (isBuilt()) return;
  const code = await runNode([fileURLToPath(import.meta.url)]);
  if (code !== 0) process.exit(code);
}

async function buildParts(changed) {
  const started = Date.now();
  say(`building the ${changed.map(({ part }) => part).join(' and the ')} …`);
  sweep();
  const next = join(dist, `.next-${process.pid}`);
  await Promise.all(changed.map(async ({ part }) => assertInputs(part, await parts[part](join(next, part)))));
  for (const { part } of changed) rmSync(stampOf(part), { force: true });
  for (const { part } of changed) {
    const [target, old] = [join(dist, part), join(dist, `.old-${part}`)];
    if (existsSync(target)) renameSync(target, old);
    renameSync(join(next, part), target);
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(next, { recursive: true, force: true });
  for (const { part, hash } of changed) {
    writeFileSync(`${stampOf(part)}.next`, hash);
    renameSync(`${stampOf(part)}.next`, stampOf(part));
  }
  say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** A file that is read and counts as no input would change without a build. @throws Error naming it */
function assertInputs(part, files) {
  const missing = files.find(
    (file) => !buildInputs[part].some((input) => file === input || file.startsWith(`${input}/`)),
  );
  if (missing)
    throw new Error(`the ${part} is built from ${missing}: add it to its inputs in scripts/lib/inputs.mjs`);
}

/** The project's own files among those that a build has read, with paths from its root. */
function ownFiles(files) {
  return files
    .map((file) =>
      relative(root, resolve(root, file.replace(/\?.*/s, '')))
        .split(sep)
        .join('/'),
    )
    .filter((file) => !/^\.\.|^node_modules\/|\0/.test(file));
}

/** Removes the leftovers of interrupted builds. */
function sweep() {
  for (const name of readdirSync(dist)) {
    if (/^\.(next|old)-/.test(name)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/** @returns {Promise<string[]>} the project's files that it was built from */
async function buildClient(outDir) {
  const vite = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  const { output } = await vite.build({ root, configFile, logLevel: 'warn', build: { outDir } });
  await compress(outDir);
  keepAssets(join(dist, 'client/assets'), join(outDir, 'assets'));
  return ownFiles(output.flatMap(({ moduleIds = [] }) => moduleIds));
}

/** @returns {Promise<string[]>} the project's files that it was built from */
async function buildServer(outdir) {
  const [esbuild, { customerPageBundle, serverBundle }] = await Promise.all([
    import('esbuild'),
    import('./lib/server-bundle.mjs'),
  ]);
  const { metafile } = await esbuild.build({ ...serverBundle(outdir), metafile: true });
  const page = await esbuild.build({ ...customerPageBundle(outdir), metafile: true });
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const external = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter((one) => one.external),
  );
  const packages = external
    .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0])
    .filter((name) => !/^(node:|\.)/.test(name));
  const missing = new Set(packages.filter((name) => !(name in dependencies)));
  // Such a server would start here, where all packages are installed, and fail where only dependencies are.
  if (missing.size > 0)
    throw new Error(`the server needs ${[...missing].join(', ')}: move to "dependencies" in package.json`);
  return ownFiles([...Object.keys(metafile.inputs), ...Object.keys(page.metafile.inputs)]);
}

/** Compresses text files for the server, which sends them as they are. Small files and pictures gain nothing. */
async function compress(folder) {
  const texts = filesUnder(folder).filter((file) => /\.(js|css|svg|json|webmanifest|txt)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 1_000) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      const [small, smaller] = await Promise.all([
        promisify(gzip)(content, { level: 9 }),
        promisify(brotliCompress)(content, quality),
      ]);
      await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Vite selects React's build by this variable. A build always uses the production one.
  process.env.NODE_ENV = 'production';
  await bootstrap();
  try {
    await build();
  } catch (error) {
    fail(`the build failed: ${error.message}`);
  }
}
