import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { root } from './root.mjs';

const schemasFolder = path.join(root, 'schemas');
const banner = '/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema. */';

const pascal = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());

async function readSchemas(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.schema.json')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace('.schema.json', ''),
      file: path.join(folder, name),
      schema: JSON.parse(await readFile(path.join(folder, name), 'utf8')),
    })),
  );
}

/** Returns the type name for a reference to another file. */
function typeOfReference(reference, fromFile, titles) {
  const [file, pointer] = reference.split('#');
  const target = path.resolve(path.dirname(fromFile), file);
  const schema = titles.get(target);
  if (!schema) throw new Error(`${fromFile}: no schema file for ${reference}`);
  if (!pointer) return schema.title;
  const part = pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key], schema);
  if (!part?.title) throw new Error(`${fromFile}: ${reference} names nothing that has a title`);
  return part.title;
}

/** Names of properties are data: a property may be called oneOf or $id. */
function propertiesOf(properties, file, titles, used) {
  const copy = {};
  for (const [name, part] of Object.entries(properties)) {
    // A property's title is its label in the property panel, unless it is written like a type's name: TableEmpty.
    const { title, ...untitled } = part;
    const typed = /^([A-Z][a-z0-9]+){2,}$/.test(title ?? '') ? part : untitled;
    copy[name] = withoutForeignReferences(typed, file, titles, used);
  }
  return copy;
}

/** Returns a copy in which references to other files are type names, which are collected in `used`. */
function withoutForeignReferences(value, file, titles, used) {
  if (Array.isArray(value)) return value.map((item) => withoutForeignReferences(item, file, titles, used));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string' && !value.$ref.startsWith('#')) {
    const tsType = typeOfReference(value.$ref, file, titles);
    used.add(tsType);
    const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key === 'description'));
    return { ...rest, tsType };
  }
  // A description beside a reference would make a second type of the same name.
  if (typeof value.$ref === 'string' && !value.$defs) return { $ref: value.$ref };
  if (Object.keys(value).every((key) => key === 'description')) return { ...value, tsType: 'unknown' };
  const copy = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === '$id' || key === '$schema' || key === 'propertyNames') continue;
    // Payloads of events are no props.
    if (key === 'x-events') continue;
    // The validator enforces the limits of arrays and strings. As types they would be tuples of every length.
    if (key === 'maxItems' || key === 'minItems') continue;
    // The validator enforces alternatives of required keys. In a type they only obscure the object.
    if (
      (key === 'oneOf' || key === 'anyOf') &&
      part.every((branch) => Object.keys(branch).join() === 'required')
    )
      continue;
    // Keys that begin with x- are allowed anywhere and have no type.
    if (key === 'patternProperties' && Object.keys(part).every((name) => name === '^x-')) continue;
    copy[key] =
      key === 'properties'
        ? propertiesOf(part, file, titles, used)
        : withoutForeignReferences(part, file, titles, used);
  }
  return copy;
}

const options = {
  bannerComment: '',
  additionalProperties: true,
  unknownAny: true,
  enableConstEnums: false,
  strictIndexSignatures: false,
  style: { singleQuote: true, printWidth: 110 },
};

async function documentTypes(documents, titles) {
  const parts = [];
  const seen = new Map();
  for (const { name, file, schema } of documents) {
    const used = new Set();
    const own = withoutForeignReferences(schema, file, titles, used);
    const code = (await compile(own, schema.title, options)).trim();
    for (const [, typeName] of code.matchAll(/^export (?:type|interface) (\w+)/gm)) {
      if (seen.has(typeName))
        throw new Error(`${name} and ${seen.get(typeName)} both make the type ${typeName}`);
      seen.set(typeName, name);
    }
    parts.push(code);
  }
  return { code: `${banner}\n\n${parts.join('\n\n')}\n`, names: new Set(seen.keys()) };
}

async function widgetTypes({ name, file, schema }, titles, documentNames) {
  const used = new Set();
  const own = withoutForeignReferences(schema, file, titles, used);
  const typeName = `${pascal(name)}Props`;
  const code = (await compile({ ...own, title: typeName }, typeName, options)).trim();
  const imports = [...used].sort();
  for (const one of imports)
    if (!documentNames.has(one)) throw new Error(`${name}: ${one} is no type of the language`);
  const importLine =
    imports.length > 0 ? `import type { ${imports.join(', ')} } from '../documents.ts';\n\n` : '';
  return `${banner}\n\n${importLine}${code}\n`;
}

/**
 * Generates the TypeScript types of the definition language: documents.ts for the language itself and one file per widget
 * with its <Type>Props. A reference to another file becomes that file's type name, never a copy.
 *
 * @returns {Promise<Map<string, string>>} texts by the names of their files
 */
export async function typesOfSchemas() {
  const documents = await readSchemas(schemasFolder);
  const widgets = await readSchemas(path.join(schemasFolder, 'widgets'));
  const titles = new Map([...documents, ...widgets].map(({ file, schema }) => [file, schema]));
  const files = new Map();
  const { code, names } = await documentTypes(documents, titles);
  files.set('documents.ts', code);
  for (const widget of widgets)
    files.set(`widgets/${widget.name}.ts`, await widgetTypes(widget, titles, names));
  const lines = widgets.map(
    ({ name }) => `export type { ${pascal(name)}Props } from './widgets/${name}.ts';`,
  );
  files.set(
    'index.ts',
    `${banner}\n\nexport type * from './documents.ts';\n${lines.join('\n')}${lines.length ? '\n' : ''}`,
  );
  return files;
}
