import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { filesUnder } from './scripts/lib/inputs.mjs';

/**
 * Long tests in which the embedded database shows what PostgreSQL does, and more: an import amid kills is slowest on it, and the
 * memory of requests is that of its thread too. Nightly they run on both.
 */
const embeddedByDay = ['src/server/transfer-kill.test.ts', 'src/server/soak.test.ts'];
/** Tests of the embedded database itself: its files, worker, locks, backup and start. */
const embeddedOnly = [
  'src/server/db/backup.test.ts',
  'src/server/db/data-folder.test.ts',
  'src/server/db/embedded.test.ts',
  'src/server/db/storage.test.ts',
  'src/server/db/upgrade-copy.test.ts',
  'src/server/main.test.ts',
  'src/server/secrets.test.ts',
  'src/server/tenant.test.ts',
  ...(process.env['NIGHTLY'] ? [] : embeddedByDay),
];
/** Tests of what the drivers of both databases do in different ways. They always run on both. */
const onBoth = [
  'src/server/backup.test.ts',
  'src/server/platform/backup/backup.test.ts',
  'src/server/db/open.test.ts',
  'src/server/db/policies.test.ts',
  'src/server/domains/agile/board/race.test.ts',
];
const embedded = [...new Set([...embeddedOnly, ...onBoth, ...embeddedByDay])];

const besideCode = [
  'src/**/*.test.{ts,tsx}',
  'widgets/**/*.test.{ts,tsx}',
  'tests/conformance/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
];

const testFiles = ['src', 'widgets', 'tests/conformance']
  .flatMap((folder) => filesUnder(join(import.meta.dirname, folder)))
  .filter((file) => /\.test\.tsx?$/.test(file));
const testsWith = (pattern: RegExp): string[] =>
  testFiles
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .map((file) => relative(import.meta.dirname, file).replaceAll('\\', '/'));

/** Tests that replace modules or load them anew. They have a process each, since other files share their modules. */
const replacingModules = testsWith(/^vi\.mock\(|vi\.resetModules\(/m);
const withDom = testsWith(/^\/\/ @vitest-environment jsdom/).filter(
  (path) => !replacingModules.includes(path),
);

/**
 * Runs the files of a project behind each other, so that they can share processes: Vitest reuses a process only for a next
 * file of the same project and environment. Long files come first.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['unit-isolated', 'unit', 'dom', 'embedded', 'server'];
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) * 2 + (moduleId.endsWith('scripts/templates/new.test.mjs') ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

// Ample: they end what hangs, and must not judge how busy the machine is.
const shared = {
  restoreMocks: true,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};
const globalSetup = ['src/server/testing/programs-setup.ts'];
const commonSetup = ['tests/properties.ts', 'tests/waits.ts'];
const unitSetup = [...commonSetup, 'tests/setup.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    // Node unless a file asks for a browser's document with `// @vitest-environment jsdom` in its first line.
    environment: 'node',
    // Each worker may hold an embedded PostgreSQL of some 500 MB. On two cores a third one saved server tests 12 s of 486, and
    // a server that a test had started answered a sign-in that it was unavailable.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: ByProject },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          setupFiles: unitSetup,
          include: besideCode,
          exclude: ['src/{server,sandbox}/**', 'node_modules/**', ...replacingModules, ...withDom],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'dom',
          setupFiles: unitSetup,
          include: withDom,
          // Loading React and Fluent anew took half of each file's time. The setup resets all stores between tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit-isolated',
          setupFiles: unitSetup,
          include: replacingModules,
        },
      },
      // On PostgreSQL with TEST_DATABASE_URL, else on PGlite.
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          globalSetup,
          setupFiles: commonSetup,
          // Loading the server anew took a fifth of the time. Tests share nothing but its code: each file has a database.
          isolate: false,
          include: ['src/{server,sandbox}/**/*.test.ts'],
          exclude: [
            ...(process.env.TEST_DATABASE_URL ? embeddedOnly : embedded),
            ...replacingModules,
            ...withDom,
          ],
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'firefox', include: ['tests/firefox/*.test.ts'] },
      },
      // Compiling the embedded database to run for longer than a test takes a quarter of the processor time.
      {
        extends: true,
        test: {
          ...shared,
          name: 'embedded',
          execArgv: ['--liftoff-only'],
          globalSetup,
          setupFiles: commonSetup,
          include: embedded,
          env: { TEST_DATABASE_URL: '' },
        },
      },
    ],
  },
});
