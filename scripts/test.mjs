// `npm test`: every check there is, or only the parts that are named: `npm test -- static unit pg stories e2e`.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { readPlaywright, readVitest } from './lib/counts.mjs';
import { runNode, runTool } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';

const parts = ['static', 'unit', 'pg', 'stories', 'e2e'];
const asked = process.argv.slice(2);
const unknown = asked.find((part) => !parts.includes(part));
if (unknown) fail(`there is no part "${unknown}": name some of ${parts.join(', ')}, or none for all`);
const wanted = new Set(asked.length > 0 ? asked : parts);

await bootstrap();

// What the person's shell says of their own server must not reach the tests: they bring their own data and ports.
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

const total = { passed: 0, failed: 0 };
const failures = [];
const leftOut = [];

function heading(text) {
  process.stdout.write(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}\n`);
}

function count(name, { passed, failed, names = [] }) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(`${name}: ${failed}`, ...names.map((one) => `  ${one}`));
}

/** A check that says yes or no counts as one test. */
async function check(name, run) {
  heading(name);
  const fine = (await run()) === 0;
  count(name, { passed: fine ? 1 : 0, failed: fine ? 0 : 1 });
  return fine;
}

async function vitest(name, args, env = {}) {
  heading(name);
  const file = join(results, `${name.replace(/\W+/g, '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool('vitest', ['run', ...args, ...reporters], { NODE_ENV: 'test', ...env });
  count(name, readVitest(file, code));
}

async function checkSources() {
  await check('schema types', () => runNode(['scripts/schema-types.mjs', '--check']));
  await check('types', () => runTool('tsc', ['-p', '.']));
  // The engine's core again by itself, where neither React nor DOM nor Node types exist.
  const core = 'src/engine/core/tsconfig.json';
  if (existsSync(join(root, core)))
    await check('types of the engine’s core', () => runTool('tsc', ['-p', core]));
  await check('lint', () => runTool('oxlint', ['--deny-warnings']));
  await check('format', () => runTool('prettier', ['--check', '--log-level=warn', '.']));
  await check('import rules', () => runNode(['scripts/check-imports.mjs']));
  await check('dead code', () => runTool('knip', ['--no-progress']));
}

async function checkOnPostgres() {
  const name = 'server tests on PostgreSQL';
  const { startPostgres } = await import('./lib/postgres.mjs');
  let postgres;
  try {
    postgres = await startPostgres(testDatabase);
  } catch (error) {
    say(error.message);
  }
  if (!postgres) {
    leftOut.push(`${name}: set TEST_DATABASE_URL, or install PostgreSQL (14 or newer)`);
    return;
  }
  try {
    await vitest(name, ['--project', 'server'], { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

let chromium;

/** Looked for once; counts as a check each time a part needs it. @returns {Promise<boolean>} is there one? */
async function findBrowser() {
  const { ensureChromium } = await import('./lib/chromium.mjs');
  return check('Chromium', async () => {
    try {
      chromium ??= await ensureChromium();
      process.stdout.write(`${chromium}\n`);
      return 0;
    } catch (error) {
      say(error.message);
      return 1;
    }
  });
}

async function checkStories() {
  const told = ['build', '--quiet', '--disable-telemetry'];
  await check('build of Storybook', () => runTool('storybook', told));
  if (!(await findBrowser())) return;
  await vitest('stories', ['--config', '.storybook/vitest.config.ts'], { CHROMIUM_PATH: chromium });
}

async function checkInBrowser() {
  if (!(await check('build', () => runNode(['scripts/build.mjs'])))) return;
  if (!(await findBrowser())) return;
  heading('journeys in the browser');
  const file = join(results, 'playwright.json');
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runTool('playwright', ['test', '--reporter=list,json'], env);
  count('journeys', readPlaywright(file, code));
}

if (wanted.has('static')) await checkSources();
if (wanted.has('unit')) await vitest('unit tests, and server tests on PGlite', []);
if (wanted.has('pg')) await checkOnPostgres();
if (wanted.has('stories')) await checkStories();
if (wanted.has('e2e')) await checkInBrowser();

heading('result');
for (const line of failures) process.stdout.write(`FAILED   ${line}\n`);
for (const line of leftOut) process.stdout.write(`LEFT OUT ${line}\n`);
// Where a machine judges, a part that did not run must not pass for one that did.
if (process.env.CI) total.failed += leftOut.length;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
