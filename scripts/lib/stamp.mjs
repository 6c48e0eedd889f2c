import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const folder = join(root, 'node_modules/.cache/molde');
const fileOf = (name) => join(folder, `${name}.stamp`);

/** Whether a check last passed on inputs with this hash. */
export const isStamped = (name, hash) =>
  existsSync(fileOf(name)) && readFileSync(fileOf(name), 'utf8') === hash;

/** Records that a check passed on inputs with this hash. */
export function writeStamp(name, hash) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), hash);
}
