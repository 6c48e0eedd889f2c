// Builds client and server into dist/ when their sources have changed since the last build.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bootstrap } from './bootstrap.mjs';
import { filesUnder, hashInputs } from './lib/inputs.mjs';
import { keepAssets } from './lib/kept-assets.mjs';
import { withLock } from './lib/lock.mjs';
import { root } from './lib/root.mjs';
import { runNode } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';

const dist = join(root, 'dist');
const stampFile = join(dist, '.stamp');

/** Whether dist/ was built from the current sources. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashInputs();
}

/** Builds if the sources have changed. An interrupted build leaves the previous one or none, never a mixture. */
export async function build() {
  if (isBuilt()) return;
  mkdirSync(dist, { recursive: true });
  await withLock(join(dist, '.lock'), 'another process is building', async () => {
    if (!isBuilt()) await buildAll();
  });
}

/** Builds in a process of its own, whose memory and environment the server does not inherit. */
export async function buildApart() {
  if (isBuilt()) return;
  const code = await runNode([fileURLToPath(import.meta.url)]);
  if (code !== 0) process.exit(code);
}

async function buildAll() {
  const started = Date.now();
  say('building …');
  const stamp = hashInputs();
  sweep();
  const next = join(dist, `.next-${process.pid}`);
  await Promise.all([buildClient(join(next, 'client')), buildServer(join(next, 'server'))]);
  await compress(join(next, 'client'));
  keepAssets(join(dist, 'client/assets'), join(next, 'client/assets'));

  rmSync(stampFile, { force: true });
  for (const part of ['client', 'server']) {
    const [target, old] = [join(dist, part), join(dist, `.old-${part}`)];
    if (existsSync(target)) renameSync(target, old);
    renameSync(join(next, part), target);
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(next, { recursive: true, force: true });
  writeFileSync(`${stampFile}.next`, stamp);
  renameSync(`${stampFile}.next`, stampFile);
  say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Removes the leftovers of interrupted builds. */
function sweep() {
  for (const name of readdirSync(dist)) {
    if (/^\.(next|old)-/.test(name)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

async function buildClient(outDir) {
  const vite = await import('vite');
  await vite.build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir } });
}

async function buildServer(outdir) {
  const [esbuild, { customerPageBundle, serverBundle }] = await Promise.all([
    import('esbuild'),
    import('./lib/server-bundle.mjs'),
  ]);
  const { metafile } = await esbuild.build({ ...serverBundle(outdir), metafile: true });
  await esbuild.build(customerPageBundle(outdir));
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
