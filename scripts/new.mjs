// `npm run new widget|screen|entity <name>`: creates all files of a new widget, screen or entity from scripts/templates/
// and adds it to the lists that name it. The result passes every check; its texts and behaviour are then written by hand.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { fail, say } from './lib/say.mjs';

const usage =
  'npm run new widget|screen|entity <name> [--fields "serial:string! unique, owner:user"], as: npm run new widget traffic-light';
const next = {
  widget: 'render it in its .tsx, declare its props in its schema, write its texts and samples',
  screen: 'fill its body (docs/definitions.md), write its texts',
  entity:
    'write its texts in locales/*/screens.json. Administrators open it at once; they let groups in at Configurações → Definições, in its list: Mais ações → Grupos com acesso',
};

// npm takes options that do not follow `--`: it passes on `"…"` of `--fields "…"`, and sets a variable for `--fields="…"`.
const given = process.argv.slice(2).filter((argument) => argument !== '--fields');
const { npm_config_fields: option = 'true' } = process.env;
if (given.length === 2 && option !== 'true') given.push(option);
const [kind, name, fields, ...rest] = given;
const isKnown = fields === undefined || kind === 'entity';
if (!Object.hasOwn(next, kind ?? '') || !name || !isKnown || rest.length > 0) fail(`usage: ${usage}`);

await bootstrap();
const { register } = await import('tsx/esm/api');
register();
const { changesIn, Refusal, writeAll } = await import('./lib/scaffold.mjs');
const { create } = await import(`./templates/${kind}.mjs`);

const changes = changesIn(root);
try {
  create(changes, name, fields);
  await writeAll(root, changes, generate, generate);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  fail(error.message);
}
for (const path of changes.texts.keys()) process.stdout.write(`${path}\n`);
say(`created the ${kind} ${name}. Next, ${next[kind]}; npm test -- static unit checks it`);

/** Generates the types of the language and the references in docs/, which depend on schemas/. */
function generate() {
  for (const file of ['schema-types.mjs', 'reference.mjs']) {
    const script = join(root, 'scripts', file);
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Refusal(`${file} failed: ${stderr.trim()}`);
  }
}
