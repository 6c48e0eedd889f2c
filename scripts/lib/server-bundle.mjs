import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** The entries of the server: its process, the threads of the embedded database, of definitions and of files, the commands. */
const entries = {
  main: 'src/server/main.ts',
  'pglite-worker': 'src/server/db/pglite-worker.ts',
  'file-worker': 'src/server/file-worker.ts',
  'definition-worker': 'src/server/domains/definitions/inspection/definition-worker.ts',
  tenant: 'src/server/tenant.ts',
  doctor: 'src/server/doctor.ts',
  backup: 'src/server/backup.ts',
  restore: 'src/server/restore.ts',
  secrets: 'src/server/secrets.ts',
};

/**
 * The options of the server's bundle, for build and development: our sources in one file per entry, packages left in
 * node_modules.
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

/**
 * The options of the browser's part of the demo's page /dev/customer: a script and styles beside the server, which no other
 * profile serves.
 *
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
export function customerPageBundle(outdir) {
  return {
    absWorkingDir: root,
    entryPoints: { 'customer-page': 'src/sandbox/whatsapp/page/main.ts' },
    outdir,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    logLevel: 'warning',
  };
}

/** The server reads the widgets' definitions, never their components, so lazy imports stay out of its bundle. */
const withoutComponents = {
  name: 'without-components',
  setup(build) {
    build.onResolve({ filter: /\.tsx$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};
