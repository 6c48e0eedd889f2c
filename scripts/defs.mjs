// `npm run defs check [files…]`: prints the diagnostics of the definitions in screens/, in the given files or on standard
// input (`-`), one line each. `npm run defs -- pull|push`: keeps the tenant's own definitions in a folder, for Git. The exit code
// is 1 if something has an error, or could not be saved.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { fail, say } from './lib/say.mjs';

const usage =
  'npm run defs check [-- [--lang pt|en|es] [--json] [files…, or - for standard input]], or ' +
  'npm run defs -- pull|push [--dir definitions] [--url http://localhost:3000]';

await bootstrap();
const { verb, lang, json, files, dir, url } = read(process.argv.slice(2));

const { register } = await import('tsx/esm/api');
register();
const { languages } = await import('../src/contracts/language.ts');
if (!languages.includes(lang)) fail(`there is no language "${lang}": ${usage}`);
if (verb === 'check') await check();
else await sync();

async function check() {
  const texts = files.map(textOf);
  const { bundledTexts, checkDefinitions, lineOf } = await import('./lib/definitions.mjs');
  if (texts.length === 0) texts.push(...bundledTexts());

  const diagnostics = await checkDefinitions(texts, lang);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;

  process.stdout.write(
    json
      ? `${JSON.stringify(diagnostics, null, 2)}\n`
      : diagnostics.map((one) => `${lineOf(one)}\n`).join(''),
  );
  say(`files: ${texts.length}, errors: ${errors}, warnings: ${diagnostics.length - errors}`);
  process.exitCode = errors > 0 ? 1 : 0;
}

async function sync() {
  const { connect, pull, push, SyncFailure } = await import('./lib/defs-sync.mjs');
  const { MOLDE_TOKEN, MOLDE_USER = 'admin', MOLDE_PASSWORD = 'molde-demo' } = process.env;
  try {
    const settings = { url, token: MOLDE_TOKEN, user: MOLDE_USER, password: MOLDE_PASSWORD, lang };
    const connection = await connect(settings);
    const outcomes = await (verb === 'pull' ? pull : push)(connection, dir);
    process.stdout.write(
      json
        ? `${JSON.stringify(outcomes, null, 2)}\n`
        : outcomes
            .filter(({ outcome }) => outcome !== 'same')
            .map(({ key, outcome, detail }) => `${outcome} ${key}${detail ? `: ${detail}` : ''}\n`)
            .join(''),
    );
    const bad = outcomes.filter(({ outcome }) =>
      ['changed-both', 'conflict', 'refused', 'unreadable'].includes(outcome),
    );
    say(`definitions: ${outcomes.length}, not done: ${bad.length}`);
    process.exitCode = bad.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof SyncFailure) fail(error.message);
    throw error;
  }
}

function read(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        lang: { type: 'string', default: 'en' },
        json: { type: 'boolean', default: false },
        dir: { type: 'string', default: 'definitions' },
        url: { type: 'string', default: process.env['MOLDE_URL'] ?? 'http://localhost:3000' },
      },
    });
    const [chosen, ...named] = positionals;
    if (!['check', 'pull', 'push'].includes(chosen)) throw new Error(`there is no command "${chosen ?? ''}"`);
    if (!URL.canParse(values.url)) throw new Error(`"${values.url}" is no address`);
    return { verb: chosen, ...values, files: named };
  } catch (error) {
    return fail(`${error.message}: ${usage}`);
  }
}

function textOf(file) {
  if (file === '-') return { file: 'stdin', text: readFileSync(0, 'utf8') };
  if (!existsSync(file) || !statSync(file).isFile()) return fail(`there is no file ${file}`);
  return { file, text: readFileSync(file, 'utf8') };
}
