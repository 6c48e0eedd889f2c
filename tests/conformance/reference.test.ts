import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controls, entityFields, sources, steps } from '../../scripts/lib/reference-examples.mjs';
import { references } from '../../scripts/lib/references.mjs';
import { isObject, type JsonObject } from '../../src/contracts/json.ts';
import { compileForm, createRegistry, loadSpecs, validateDocument } from '../../src/engine/core/index.ts';
import { readSchemas } from './schema-files.ts';
import { widgets } from '../../widgets/index.ts';

const registry = createRegistry(await loadSpecs(widgets));
const pages = await references();
const schemas = readSchemas();

describe('the references', () => {
  it.each(pages)('are up to date (else run: node scripts/reference.mjs): $file', ({ file, text }) => {
    expect(readFileSync(file, 'utf8') === text, basename(file)).toBe(true);
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it('link to headings that exist', () => {
    const anchors = new Map(
      pages.map(({ file, text }) => [
        basename(file),
        new Set(
          [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
            heading.toLowerCase().replaceAll(' ', '-'),
          ),
        ),
      ]),
    );
    const broken = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([\w-]+\.md)?#([\w-]+)\)/g)]
        .filter(([, page = basename(file), anchor = '']) => anchors.get(page)?.has(anchor) === false)
        .map(([link]) => link),
    );
    expect(broken).toEqual([]);
  });
});

/** Lists the properties of a schema that have no description, by their pointer. */
function undescribed(schema: unknown, pointer = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, at) => undescribed(item, `${pointer}/${at}`));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const here = `${pointer}/${key}`;
    if (key !== 'properties' || !isObject(value)) return undescribed(value, here);
    return Object.entries(value).flatMap(([name, property]) => [
      ...(isObject(property) && property['description'] ? [] : [`${here}/${name}`]),
      ...undescribed(property, `${here}/${name}`),
    ]);
  });
}

it.each([...schemas])('every key and every part of %s has a description', (_, schema) => {
  for (const part of [schema, ...Object.values((schema['$defs'] ?? {}) as Record<string, JsonObject>)])
    expect(part, String(part['title'])).toHaveProperty('description');
  expect(undescribed(schema)).toEqual([]);
});

const people = { get: '/adm/v2/sec/user', rows: 'data.rows' };
const form = { kind: 'form', formatVersion: 2, id: 'example', schema: { type: 'object' } };

/** A screen that has what the examples name, with a source or a step of them. */
const screenWith = ({ source, step }: { source?: JsonObject; step?: JsonObject }): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'example',
  path: '/example/:id',
  title: 'Example',
  access: { screen: 'admin-user', verb: 'read' },
  state: { text: '', list: { page: 1 } },
  sources: {
    people,
    person: { get: '/adm/v2/sec/user/{params.id}', record: 'data' },
    ...(source && { example: source }),
  },
  body: [
    { id: 'shown', type: 'text', props: { text: { $expr: "'' & state.text & state.list.page" } } },
    {
      id: 'button',
      type: 'button',
      props: { text: 'Go' },
      on: { press: [steps['open']!, ...(step ? [step] : [])] },
    },
    { id: 'form', type: 'form', props: { form: 'example' } },
  ],
  dialogs: [
    {
      id: 'details',
      type: 'dialog',
      props: { title: 'Details' },
      children: [{ id: 'id', type: 'text', props: { text: { $expr: "'' & args.id" } } }],
    },
  ],
});

function layout(field: string | JsonObject): JsonObject {
  return { sections: [{ id: 'all', fields: [field] }] };
}

const languageSchema = (name: string): JsonObject => schemas.get(name)!;
const namesAt = (name: string, ...path: string[]): string[] => {
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    languageSchema(name),
  );
  return (Array.isArray(found) ? found : Object.keys(found as object)) as string[];
};

describe('examples of the language reference', () => {
  it('exist for every verb, control and type of field', () => {
    const verbs = namesAt('action', '$defs').filter((name) => name !== 'steps' && name !== 'step');
    expect(Object.keys(steps).sort()).toEqual(verbs.sort());
    const fieldKeys = ['$defs', 'field', 'anyOf', '1', 'properties', 'widget', 'enum'];
    expect(Object.keys(controls).sort()).toEqual(namesAt('form', ...fieldKeys).toSorted());
    const types = namesAt('entity', '$defs', 'field', 'properties', 'type', 'enum');
    expect(Object.keys(entityFields).sort()).toEqual(types.toSorted());
    // The description of a source says which of its keys are forms.
    expect(languageSchema('source')['description']).toContain(
      'exactly one of get, post, entity, dataset, shell and value',
    );
    expect(Object.keys(sources)).toEqual(['get', 'post', 'entity', 'dataset', 'shell', 'value']);
  });

  it.each(Object.entries(sources))('the source with %s is valid', async (_, source) => {
    expect(await validateDocument(screenWith({ source }), registry)).toEqual([]);
  });

  it.each(Object.entries(steps))('the step %s is valid', async (_, step) => {
    expect(await validateDocument(screenWith({ step }), registry)).toEqual([]);
  });

  it.each(Object.entries(controls))('the field is the control %s', async (control, { schema, field }) => {
    const document = { ...form, schema: { type: 'object', properties: { x: schema } }, ui: layout(field) };
    expect(await validateDocument(document, registry)).toEqual([]);
    const compiled = compileForm(document as unknown as Parameters<typeof compileForm>[0]);
    // Lists of objects are rendered item by item without a control of their own.
    expect(compiled.fields.get('x')?.widget ?? 'list').toBe(control);
  });

  it.each(Object.entries(entityFields))('the field of type %s is valid', async (type, field) => {
    expect(field['type']).toBe(type);
    const document = { kind: 'entity', formatVersion: 2, id: 'example', title: 'Example', fields: { field } };
    expect(await validateDocument(document, registry)).toEqual([]);
  });
});
