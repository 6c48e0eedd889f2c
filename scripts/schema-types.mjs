/**
 * Makes the types of schemas/ in src/engine/core/generated/, which are not committed: `npm ci` and every command of
 * package.json make them when they are out of date.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, hashInputs } from './lib/inputs.mjs';
import { root } from './lib/root.mjs';
import { isStamped, writeStamp } from './lib/stamp.mjs';

const generated = 'src/engine/core/generated';
const generator = 'scripts/lib/types-of-schemas.mjs';

/** Hashes the types with what they are made from, so that types which somebody changed or removed are made again too. */
const stamp = () => hashInputs(['schemas', generator, 'package-lock.json', generated]);

/** Whether the types are those of schemas/. */
export const hasSchemaTypes = () => isStamped('schema-types', stamp());

/** Writes the types, and removes those of schemas that are gone. */
export async function makeSchemaTypes() {
  // Loaded when there is something to make, since every command begins with the question whether there is.
  const { typesOfSchemas } = await import('./lib/types-of-schemas.mjs');
  const folder = join(root, generated);
  const types = new Map([...(await typesOfSchemas())].map(([name, text]) => [join(folder, name), text]));
  for (const [file, text] of types) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const file of filesUnder(folder)) if (!types.has(file)) rmSync(file, { force: true });
  writeStamp('schema-types', stamp());
}

const isCommand = process.argv[1] === fileURLToPath(import.meta.url);
// An installation without the tools of development has nothing that makes types, and nothing that reads them.
const isForDevelopment = existsSync(join(root, 'node_modules/json-schema-to-typescript'));
if (isCommand && isForDevelopment && !hasSchemaTypes()) await makeSchemaTypes();
