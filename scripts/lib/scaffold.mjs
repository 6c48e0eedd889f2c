// The parts of `npm run new` beside its templates: names, edits of lists, and writing all files or none.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Why nothing was created, as a message for the developer. */
export class Refusal extends Error {}

const longest = 40;
/** Names whose TypeScript identifiers are reserved or reach a prototype. */
const reserved = new Set(
  'constructor prototype default function class new delete import export return this null true false void'.split(
    ' ',
  ),
);

/** Derives the forms of a name from the one in addresses and files: `order-line`. */
export function namesOf(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > longest || reserved.has(name)) {
    throw new Refusal(
      `"${name}" is not a name: use lower-case letters and digits with single hyphens, at most ${longest}, as order-line`,
    );
  }
  const words = name.split('-');
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join('');
  return {
    name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    title: capital(words.join(' ')),
  };
}

/**
 * Collects the files to write into a project. None is written before all are known.
 * @param {string} root
 */
export function changesIn(root) {
  const texts = new Map();
  const read = (path) => texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  return {
    texts,
    read,
    add(path, text) {
      if (existsSync(join(root, path))) throw new Refusal(`${path} exists already`);
      texts.set(path, text);
    },
    /** @throws Refusal when the edit changes nothing, because the file has changed. */
    edit(path, change) {
      const before = read(path);
      const after = change(before);
      if (after === before) throw new Refusal(`${path} has changed: the edit changes nothing`);
      texts.set(path, after);
    },
    editJson(path, change) {
      const value = JSON.parse(read(path));
      change(value);
      texts.set(path, `${JSON.stringify(value, null, 2)}\n`);
    },
    /** Returns the next number in a folder of numbered files: 007 after 006_a.ts. */
    nextNumber(folder) {
      const numbers = readdirSync(join(root, folder)).flatMap((file) => /^(\d{3})_/.exec(file)?.[1] ?? []);
      return String(Math.max(0, ...numbers.map(Number)) + 1).padStart(3, '0');
    },
    /** Reads the JSON files of a folder, by their paths. */
    documents(folder) {
      const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => `${folder}/${file.split(sep).join('/')}`);
      return found.map((path) => [path, JSON.parse(read(path))]);
    },
    /** Adds texts below a key of the locales' file that has `beside`. */
    addTexts(languages, beside, name) {
      for (const [language, words] of Object.entries(languages)) {
        const folder = `locales/${language}`;
        const file = readdirSync(join(root, folder)).find((one) => {
          const tree = JSON.parse(read(`${folder}/${one}`));
          return beside.reduce((value, key) => value?.[key], tree) !== undefined;
        });
        if (!file) throw new Refusal(`no file of ${folder} has ${beside.join('.')}`);
        this.editJson(`${folder}/${file}`, (tree) => {
          const parent = beside.slice(0, -1).reduce((value, key) => value[key], tree);
          if (Object.hasOwn(parent, name)) throw new Refusal(`${folder}/${file} has ${name} already`);
          insertSorted(parent, name, words);
        });
      }
    },
  };
}

/** Inserts a key before the first one that sorts after it. The others keep their order. */
export function insertSorted(object, key, value) {
  const entries = Object.entries(object);
  const at = entries.findIndex(([other]) => other > key);
  entries.splice(at < 0 ? entries.length : at, 0, [key, value]);
  for (const other of Object.keys(object)) delete object[other];
  Object.assign(object, Object.fromEntries(entries));
}

/** Inserts a line before the first of its kind that sorts after it, else after the last. */
export function insertLine(text, pattern, line) {
  const lines = text.split('\n');
  const key = pattern.exec(line)?.[1];
  const kin = lines.flatMap((one, at) => (pattern.test(one) ? [{ at, key: pattern.exec(one)[1] }] : []));
  if (key === undefined || kin.length === 0) return text;
  const next = kin.find((one) => one.key > key);
  lines.splice(next ? next.at : kin.at(-1).at + 1, 0, line);
  return lines.join('\n');
}

/**
 * Writes the changes, formatted, then runs `after`. If any step fails, the project is
 * restored.
 *
 * @param {ReturnType<typeof changesIn>} changes
 * @param {() => void} after @throws when it fails
 * @param {() => void} undone called once the files are back
 */
export async function writeAll(root, { texts }, after, undone) {
  const formatted = new Map();
  for (const [path, text] of texts) {
    const options = await resolveConfig(join(root, path));
    // Prettier knows no SQL.
    const isSql = path.endsWith('.sql');
    formatted.set(path, isSql ? text : await format(text, { ...options, filepath: join(root, path) }));
  }
  const before = new Map();
  const folders = [];
  try {
    for (const [path, text] of formatted) {
      const file = join(root, path);
      before.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null);
      makeFolder(dirname(file), folders);
      writeFileSync(file, text);
    }
    after();
  } catch (error) {
    for (const [file, text] of before) {
      if (text === null) rmSync(file, { force: true });
      else writeFileSync(file, text);
    }
    for (const folder of folders.reverse()) rmdirSync(folder);
    undone();
    throw error;
  }
}

function makeFolder(folder, made) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), made);
  mkdirSync(folder);
  made.push(folder);
}
