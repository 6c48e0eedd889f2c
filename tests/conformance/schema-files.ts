import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/contracts/json.ts';

const folder = join(import.meta.dirname, '../../schemas');
const suffix = '.schema.json';

/** Reads the language's and the widgets' schemas by their name: `screen`, `widgets/table`. */
export function readSchemas(): Map<string, JsonObject> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(suffix),
  );
  return new Map(
    files.map((file) => [
      file.slice(0, -suffix.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject,
    ]),
  );
}
