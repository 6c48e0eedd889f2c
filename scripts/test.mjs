// `npm test`: runs every check, or only the named parts: `npm test -- static unit server stories e2e`.
// `npm test -- quick` runs those of the changes since main, `npm test -- pglite` all server tests on PGlite, and
// `npm test -- nightly` these, with long loops of kills and hostile values, and the property tests with many more cases.
// `npm test -- firefox` runs a short journey in an installed Firefox.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { changedFiles, testsOf } from './lib/changes.mjs';
import { readPlaywright, readVitest } from './lib/counts.mjs';
import { filesUnder, hashInputs } from './lib/inputs.mjs';
import { root } from './lib/root.mjs';
import { captureNode, captureTool, runTool } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';
import { isStamped, writeStamp } from './lib/stamp.mjs';
import { createReport } from './lib/test-report.mjs';

const whole = ['static', 'unit', 'server', 'stories', 'e2e'];
const parts = [...whole, 'quick', 'pglite', 'nightly', 'firefox'];
const named = process.argv.slice(2);
const unknown = named.find((part) => !parts.includes(part));
if (unknown) fail(`there is no part "${unknown}": name some of ${parts.join(', ')}, or none for all checks`);
const wanted = new Set(named.length > 0 ? named : whole);

await bootstrap();

// Settings of the developer's own server must not reach the tests, which bring their own data and ports.
for (const name of [
  'DATABASE_URL',
  'DATA_DIR',
  'PROFILE',
  'PORT',
  'HOST',
  'ENVIRONMENT',
  'ADMIN_USER',
  'ADMIN_PASSWORD',
]) {
  delete process.env[name];
}
for (const name of ['LOGIN_KEY', 'TOKEN_SECRET', 'METRICS_TOKEN', 'TRUSTED_PROXIES', 'NODE_ENV'])
  delete process.env[name];
const testDatabase = process.env.TEST_DATABASE_URL;
delete process.env.TEST_DATABASE_URL;

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const report = createReport();

/** Runs vitest on some of its projects, and on all their files unless some are named. */
async function vitest(name, projects, { env = {}, files = [], args = [] } = {}) {
  const file = join(results, `${name.replace(/\W+/g, '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/lib/counts-reporter.mjs'];
  const selection = projects.flatMap((project) => ['--project', project]);
  await report.part(name, async () => {
    const code = await runTool('vitest', ['run', ...selection, ...args, ...reporters, ...files], {
      NODE_ENV: 'test',
      COUNTS_FILE: file,
      ...env,
    });
    return readVitest(file, code);
  });
}

/** Prettier checks only files whose content has changed. */
const prettierCache = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join('node_modules', '.cache', 'molde', 'prettier')}`,
];

/** Checks that use one core each. They run two at a time. */
function sourceChecks() {
  return [
    ['types', () => captureTool('tsc', ['-p', '.'])],
    // The engine's core by itself, without the types of React, the DOM and Node.
    ['types of the engine’s core', () => captureTool('tsc', ['-p', 'src/engine/core/tsconfig.json'])],
    ['format', () => captureTool('prettier', ['--check', '--log-level=warn', ...prettierCache, '.'])],
    ['lint', () => captureTool('oxlint', ['--deny-warnings'])],
    ['dead code', () => captureTool('knip', ['--no-progress'])],
    ['import rules', () => captureNode(['scripts/check-imports.mjs'])],
    ['equal functions', () => captureNode(['scripts/check-bodies.mjs'])],
  ];
}

const buildCheck = ['build', () => captureNode(['scripts/build.mjs'])];

/** The inputs of Storybook's build that no other check covers: `stories` mounts every story, but builds none. */
const storybookInputs = ['.storybook', 'src/stories', 'package-lock.json', 'vite.config.ts'];

function storybookCheck() {
  const stories = filesUnder(join(root, 'widgets')).filter((file) => file.endsWith('.stories.tsx'));
  const hash = hashInputs([...storybookInputs, ...stories.map((file) => file.slice(root.length + 1))]);
  if (isStamped('storybook', hash)) return [];
  const build = async () => {
    const result = await captureTool('storybook', ['build', '--quiet', '--disable-telemetry']);
    if (result.code === 0) writeStamp('storybook', hash);
    return result;
  };
  return [['build of Storybook', build]];
}

/**
 * Tests end processes, and no machine: what the system was given is there without a sync, of which each of some hundred
 * commits of a file made one.
 */
const unsynced = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Runs a part with a PostgreSQL; without one, with null. */
async function withPostgres(run) {
  const { startPostgres } = await import('./lib/postgres.mjs');
  let postgres = null;
  try {
    postgres = await startPostgres(testDatabase, unsynced);
  } catch (error) {
    say(error.message);
  }
  try {
    await run(postgres?.url ?? null);
  } finally {
    await postgres?.stop();
  }
}

/**
 * Runs the server tests on PostgreSQL, and on PGlite those of the embedded database. Without a PostgreSQL, all of them run
 * on PGlite.
 */
const checkServer = (files) =>
  withPostgres(async (url) => {
    if (url === null)
      report.leaveOut(
        'server tests on PostgreSQL',
        'set TEST_DATABASE_URL, or install PostgreSQL 14 or newer',
      );
    const env = url === null ? {} : { TEST_DATABASE_URL: url };
    await vitest('server tests', ['server', 'embedded'], { env, ...files });
  });

/** Runs on PostgreSQL the server tests whose loops are long at night. */
const checkLongLoops = () =>
  withPostgres(async (url) => {
    const name = 'long server tests on PostgreSQL';
    if (url === null)
      return report.leaveOut(name, 'set TEST_DATABASE_URL, or install PostgreSQL 14 or newer');
    const files = filesUnder(join(root, 'src', 'server')).filter(
      (file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('testing/nightly.ts'),
    );
    await vitest(name, ['server'], { env: { TEST_DATABASE_URL: url, NIGHTLY: '1' }, files });
  });

/** Runs the property tests with many cases and another seed each time: a failure names it. */
async function checkProperties() {
  const files = ['src', 'tests/conformance']
    .flatMap((folder) => filesUnder(join(root, folder)))
    .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes(`from 'fast-check'`));
  await vitest('property tests', ['unit', 'dom', 'server'], {
    env: { FC_RUNS: '20000', FC_SEED: String(Date.now() % 2 ** 31) },
    args: ['--testTimeout=7200000'],
    files,
  });
}

let chromium;

/** Looks for a browser once. It counts as a check in each part that needs it. */
async function findBrowser() {
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const find = async () => {
    try {
      chromium ??= await ensureChromium();
      return { code: 0, output: `${chromium}\n` };
    } catch (error) {
      return { code: 1, output: `${error.message}\n` };
    }
  };
  const [found] = await report.checks([['Chromium', find]]);
  return found;
}

async function checkStories() {
  if (!(await findBrowser())) return;
  await vitest('stories', [], {
    args: ['--config', '.storybook/vitest.config.ts'],
    env: { CHROMIUM_PATH: chromium },
  });
}

async function checkJourneys() {
  if (!(await findBrowser())) return;
  const file = join(results, 'playwright.json');
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  await report.part('journeys', async () => {
    // In another order each time: a failure that comes of it comes again with the seed that is printed at the beginning.
    const seed = process.env.SHUFFLE_SEED ?? String(Date.now() % 1e9);
    say(`journeys in the order of SHUFFLE_SEED=${seed}`);
    const code = await runTool('playwright', ['test', '--shuffle', seed, '--reporter=list,json'], env);
    return readPlaywright(file, code);
  });
}

/** A short journey in an installed Firefox, over WebDriver BiDi. */
async function checkFirefox() {
  const { findFirefox } = await import('./lib/firefox.mjs');
  const firefox = findFirefox();
  if (firefox === null) report.leaveOut('journey in Firefox', 'install Firefox, or set FIREFOX_PATH to one');
  else await vitest('journey in Firefox', ['firefox'], { env: { FIREFOX_PATH: firefox } });
}

/** Types, lint, and the tests beside the files that changed since main. */
async function checkChanges() {
  const changed = changedFiles();
  const { unit, server } = testsOf(changed);
  say(`${changed.length} files differ from main`);
  const checks = new Map(sourceChecks());
  const files = changed.filter((path) => existsSync(join(root, path)));
  const format = () => captureTool('prettier', ['--check', '--log-level=warn', '--ignore-unknown', ...files]);
  await report.checks([
    ['types', checks.get('types')],
    ['lint', checks.get('lint')],
    ['import rules', checks.get('import rules')],
    ...(files.length > 0 ? [['format', format]] : []),
  ]);
  if (unit.length > 0) await vitest('unit tests', ['unit', 'dom', 'unit-isolated'], { files: unit });
  if (server.length > 0) await checkServer({ files: server });
}

if (wanted.has('quick')) await checkChanges();
const checks = [
  ...(wanted.has('e2e') || wanted.has('firefox') ? [buildCheck] : []),
  ...(wanted.has('stories') ? storybookCheck() : []),
  ...(wanted.has('static') ? sourceChecks() : []),
];
const outcomes = await report.checks(checks);
const isBuilt = outcomes[0] !== false;
if (wanted.has('unit')) await vitest('unit tests', ['unit', 'dom', 'unit-isolated']);
if (wanted.has('server')) await checkServer();
if (wanted.has('pglite') || wanted.has('nightly'))
  await vitest('server tests on PGlite', ['server', 'embedded'], {
    env: wanted.has('nightly') ? { NIGHTLY: '1' } : {},
  });
if (wanted.has('nightly')) {
  await checkLongLoops();
  await checkProperties();
}
if (wanted.has('stories')) await checkStories();
if (wanted.has('e2e') && isBuilt) await checkJourneys();
if (wanted.has('firefox') && isBuilt) await checkFirefox();

process.exitCode = report.print();
