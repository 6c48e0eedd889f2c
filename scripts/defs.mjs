// `npm run defs check [files…]`: prints the diagnostics of the definitions in screens/, in the given files or on standard
// input (`-`), one line each. The exit code is 1 if one of them is an error.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { fail, say } from './lib/say.mjs';

const usage = 'npm run defs check [-- [--lang pt|en|es] [--json] [files…, or - for standard input]]';

await bootstrap();
const { lang, json, files } = read(process.argv.slice(2));
const texts = files.map(textOf);

const { register } = await import('tsx/esm/api');
register();
const { bundledTexts, checkDefinitions, lineOf } = await import('./lib/definitions.mjs');
const { languages } = await import('../src/contracts/language.ts');
if (!languages.includes(lang)) fail(`there is no language "${lang}": ${usage}`);
if (texts.length === 0) texts.push(...bundledTexts());

const diagnostics = await checkDefinitions(texts, lang);
const errors = diagnostics.filter(({ severity }) => severity === 'error').length;

process.stdout.write(
  json ? `${JSON.stringify(diagnostics, null, 2)}\n` : diagnostics.map((one) => `${lineOf(one)}\n`).join(''),
);
say(`files: ${texts.length}, errors: ${errors}, warnings: ${diagnostics.length - errors}`);
process.exitCode = errors > 0 ? 1 : 0;

function read(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { lang: { type: 'string', default: 'en' }, json: { type: 'boolean', default: false } },
    });
    const [verb, ...named] = positionals;
    if (verb !== 'check') throw new Error(`there is no command "${verb ?? ''}"`);
    return { lang: values.lang, json: values.json, files: named };
  } catch (error) {
    return fail(`${error.message}: ${usage}`);
  }
}

function textOf(file) {
  if (file === '-') return { file: 'stdin', text: readFileSync(0, 'utf8') };
  if (!existsSync(file) || !statSync(file).isFile()) return fail(`there is no file ${file}`);
  return { file, text: readFileSync(file, 'utf8') };
}
