import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isObject } from '../../src/contracts/json.ts';
import { readSchemas } from './schema-files.ts';

const folder = join(import.meta.dirname, '../../docs');
const text = readdirSync(folder)
  .filter((name) => name.startsWith('definitions'))
  .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/^```.*?^```/gms, ''))
  .join('\n');

const keys = new Set(['$expr', '$with']);
/** Keys whose value is an object with names of its own: `set`, `with`. */
const maps = new Set<string>();
/** Values of enums, and the names of widgets, documents and events. */
const values = new Set<string>();

function collect(part: unknown): void {
  if (Array.isArray(part)) part.forEach(collect);
  if (!isObject(part)) return;
  const { properties, enum: allowed } = part;
  if (isObject(properties))
    for (const [name, schema] of Object.entries(properties)) {
      keys.add(name);
      if (isObject(schema) && schema['type'] === 'object' && !schema['properties']) maps.add(name);
    }
  if (Array.isArray(allowed)) for (const value of allowed) values.add(String(value));
  Object.values(part).forEach(collect);
}

const schemas = readSchemas();
for (const [name, schema] of schemas) {
  collect(schema);
  values.add(name.replace('widgets/', ''));
}
for (const name of Object.keys(schemas.get('event')!['$defs'] as object)) values.add(name);

// Fields that every record has.
const recordFields = new Set(['version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']);

const codesOf = (part: string): string[] => [...part.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

it('chapters of docs/definitions quote keys that a schema has', () => {
  const unknown = codesOf(text).filter((code) => {
    // Names in a map are the document's own.
    const written = code.replaceAll(/"(\w+)": \{[^{}]*\}/g, (all, key: string) =>
      maps.has(key) ? `"${key}": {}` : all,
    );
    return [...written.matchAll(/"([\w$]+)"\s*:/g)].some(([, key = '']) => !keys.has(key));
  });
  expect(unknown).toEqual([]);
});

it('chapters of docs/definitions explain keys that a schema has', () => {
  const explained = [...text.matchAll(/\*\*([^*\n]+)\*\*/g)].flatMap(([, words = '']) => codesOf(words));
  expect(explained.length).toBeGreaterThan(30);
  const unknown = explained.filter((code) =>
    code.split('.').some((key) => !keys.has(key) && !values.has(key) && !recordFields.has(key)),
  );
  expect(unknown).toEqual([]);
});

it('chapters of docs/definitions list keys and values that a schema has', () => {
  // The other tables list names of expressions, JSON Schema's keywords, and addresses.
  const columns = new Set(['key', 'kind', 'widget', 'control', 'step']);
  const unknown = text
    .split('\n\n')
    .filter((block) => columns.has(/^\| ([a-z]+) \|/.exec(block)?.[1] ?? ''))
    .flatMap((block) => block.split('\n').map((row) => row.split(/(?<!\\)\|/)[1] ?? ''))
    .flatMap(codesOf)
    .filter((code) => /^[\w.-]+$/.test(code) && !keys.has(code) && !values.has(code));
  expect(unknown).toEqual([]);
});
