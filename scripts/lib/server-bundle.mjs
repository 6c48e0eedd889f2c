import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

/** What the server consists of: its process, the threads of the embedded database and of definitions, the commands. */
const entries = {
  main: 'src/server/main.ts',
  'pglite-worker': 'src/server/db/pglite-worker.ts',
  'definition-worker': 'src/server/services/definitions/definition-worker.ts',
  tenant: 'src/server/tenant.ts',
  doctor: 'src/server/doctor.ts',
};

/**
 * The one way the server is bundled, for build and for development alike: our sources in one file per entry, packages
 * left to node_modules.
 *
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
export function serverBundle(outdir) {
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(entries).filter(([, file]) => existsSync(join(root, file))),
    ),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [withoutComponents],
  };
}

/** The server reads the widgets' definitions, never their components: what they load lazily stays out of its bundle. */
const withoutComponents = {
  name: 'without-components',
  setup(build) {
    build.onResolve({ filter: /\.tsx$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};
