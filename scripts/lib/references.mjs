import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { languageReference } from './language-reference.mjs';
import { widgetReference } from './widget-reference.mjs';

const suffix = '.schema.json';

/** Returns the schemas of a folder by their name, such as `screen`. */
async function schemasOf(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
  const read = async (name) => [
    name.slice(0, -suffix.length),
    JSON.parse(await readFile(join(folder, name), 'utf8')),
  ];
  return new Map(await Promise.all(names.map(read)));
}

/** Returns the pages that are made from schemas/: the file of each and its text. */
export async function references() {
  const language = await schemasOf(join(root, 'schemas'));
  const widgets = await schemasOf(join(root, 'schemas/widgets'));
  const { palette } = JSON.parse(await readFile(join(root, 'locales/en/palette.json'), 'utf8'));
  const page = (name, lines) => ({ file: join(root, 'docs', name), text: `${lines.join('\n').trimEnd()}\n` });
  return [
    page('language-reference.md', languageReference(language)),
    page('widget-reference.md', widgetReference(widgets, palette, language.get('event').$defs)),
  ];
}
