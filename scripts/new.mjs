// `npm run new widget|screen|entity <name>`: all files that a new one needs and the edits of the lists it stands in, from
// scripts/templates/. What it makes passes every check as it is; its texts and what it does are yours to write.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { fail, say } from './lib/say.mjs';

const usage = 'npm run new widget|screen|entity <name>, as: npm run new widget traffic-light';
const next = {
  widget: 'draw it in its .tsx, say its props in its schema, write its texts and samples',
  screen: 'fill its body (docs/definitions.md), write its texts',
  entity: 'give it its columns, from the migration to the form, and write its texts',
};

const [kind, name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(next, kind ?? '') || !name || rest.length > 0) fail(`usage: ${usage}`);

await bootstrap();
const { changesIn, Refusal, writeAll } = await import('./lib/scaffold.mjs');
const { make } = await import(`./templates/${kind}.mjs`);

const changes = changesIn(root);
try {
  make(changes, name);
  await writeAll(root, changes, generate, generate);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  fail(error.message);
}
for (const path of changes.texts.keys()) process.stdout.write(`${path}\n`);
say(`made the ${kind} ${name}: now ${next[kind]}; npm test -- static unit checks it`);

/** The types of the language hang on schemas/. */
function generate() {
  const script = join(root, 'scripts', 'schema-types.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Refusal(`the types could not be made: ${stderr.trim()}`);
}
