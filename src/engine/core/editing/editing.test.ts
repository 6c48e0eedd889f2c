import { describe, expect, it } from 'vitest';
import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { widgets } from '../../../../widgets/index.ts';
import type { JsonSchema } from '../contract.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateText } from './validate-text.ts';
import { editingSchemas } from './schemas.ts';

const registry = createRegistry(await loadSpecs(widgets));
const textsOf = (type: string) => ({ title: `T ${type}`, description: 'D' });

describe('editingSchemas', () => {
  const schemas = editingSchemas('screen', registry, textsOf);
  const byUri = new Map(schemas.map(({ uri, schema }) => [uri, schema]));

  it('should begin with the schema of the kind and resolve every reference', () => {
    expect(schemas[0]!.uri).toBe('https://molde.app/schemas/screen.schema.json');
    const text = JSON.stringify(schemas.map((one) => one.schema));
    const references = [...text.matchAll(/"\$ref":"([^"#]+)/g)].map(([, reference]) => reference!);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((one) => !byUri.has(one))).toEqual([]);
  });

  it('should offer the registered types, each with its own props and events', () => {
    const node = byUri.get('https://molde.app/schemas/node.schema.json')! as {
      properties: { type: { enum: string[]; enumDescriptions: string[] } };
      allOf: { if: JsonSchema; then: { properties: { props: JsonSchema; on?: { properties: object } } } }[];
    };
    const { type } = node.properties;
    expect(type.enum).toEqual([...registry.types].sort());
    expect(type.enumDescriptions[type.enum.indexOf('table')]).toBe('T table. D');
    const { then } = node.allOf[type.enum.indexOf('table')]!;
    expect(then.properties.props).toEqual({
      $ref: 'https://molde.app/schemas/widgets/table.schema.json',
    });
    expect(Object.keys(then.properties.on!.properties)).toContain('rowPress');
  });

  it('should describe a prop by its own description, not by that of its type', () => {
    const text = byUri.get('https://molde.app/schemas/widgets/text.schema.json')!;
    expect((text.properties as JsonSchema).text).toMatchObject({
      title: 'Text',
      description: 'Displayed text.',
      anyOf: [{ $ref: 'https://molde.app/schemas/text.schema.json' }, { required: ['$text', 'values'] }],
    });
  });

  it('should describe every key of the language by its own description, whatever it refers to', () => {
    const propertyOf = (file: string, pointer: string) =>
      valueAt(byUri.get(`https://molde.app/schemas/${file}.schema.json`), parsePointer(pointer));
    // The target has a description of its own, refers to parts of its file, or is the schema itself.
    expect(propertyOf('form', '/$defs/field/anyOf/1/properties/options')).toMatchObject({
      description:
        'Choices of the field. Default: the enum of the schema. Of a matrix its rows, of a pending list what can be added.',
      anyOf: [
        { title: 'OptionList' },
        { $ref: 'https://molde.app/schemas/options.schema.json#/$defs/remote' },
        {},
        {},
        {},
      ],
    });
    expect(propertyOf('node', '/properties/at/properties/small')).toMatchObject({
      description: 'Values for a grid narrower than 768 px.',
      properties: { hidden: { type: 'boolean' } },
    });
    expect(propertyOf('filter', '/anyOf/2/properties/not/description')).toBe('Filter that must not match.');
    expect(propertyOf('action', '/$defs/toast/properties/onError')).toMatchObject({
      type: 'array',
      items: { $ref: '#/$defs/step' },
    });
    expect(propertyOf('action', '/$ref')).toBe('#/$defs/steps');
  });

  it('should offer the props of one widget, and nothing for an unknown kind', () => {
    expect(editingSchemas('props:badge', registry, textsOf)[0]!.uri).toBe(
      'https://molde.app/schemas/widgets/badge.schema.json',
    );
    expect(editingSchemas('poem', registry, textsOf)).toEqual([]);
  });
});

describe('validateText', () => {
  const screen = (body: string) =>
    `{
  "kind": "screen", "formatVersion": 2, "id": "people", "path": "/people",
  "title": "People", "access": { "screen": "people", "verb": "read" },
  "body": [
    ${body}
  ]
}`;

  /** Each diagnostic as its code and the underlined text. */
  const underlined = async (body: string) => {
    const text = screen(body);
    const lines = text.split('\n');
    return (await validateText(text, 'screen', registry)).diagnostics.map(({ code, from, to }) => {
      expect(to.line).toBe(from.line);
      return `${code} ${lines[from.line - 1]!.slice(from.column - 1, to.column - 1)}`;
    });
  };

  it('should report nothing for a valid document', async () => {
    const { value, diagnostics } = await validateText(
      screen('{ "id": "a", "type": "text", "props": { "text": "x" } }'),
      'screen',
      registry,
    );
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({ id: 'people' });
  });

  it('should locate diagnostics at the value, at the key, or at the start of an object', async () => {
    expect(await underlined('{ "id": "a", "type": "text", "props": { "text": 12 } }')).toEqual([
      'no-alternative 12',
    ]);
    expect(await underlined('{ "id": "a", "type": "text", "props": { "text": "x", "colour": 1 } }')).toEqual([
      'unknown-key "colour"',
    ]);
    expect(await underlined('{ "type": "text", "props": { "text": "x" } }')).toEqual(['required {']);
    expect(await underlined('{ "id": "a", "type": "text", "props": {} }')).toEqual(['required "props"']);
  });

  it('should locate an expression’s diagnostic inside its text', async () => {
    const props = '{ "text": { "$expr": "state.a + + 1" } }';
    expect(await underlined(`{ "id": "a", "type": "text", "props": ${props} }`)).toEqual([
      'expression-syntax + 1',
    ]);
  });

  it('should report a repeated key at its second occurrence', async () => {
    const props = '{ "text": "x", "text" : "y" }';
    expect(await underlined(`{ "id": "a", "type": "text", "props": ${props} }`)).toEqual([
      'duplicate-key "text"',
    ]);
  });

  it('should locate a JSON syntax error', async () => {
    const { value, diagnostics } = await validateText('{\n  "id": \n', 'screen', registry);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'json', values: { line: 3, column: 1 }, from: { line: 3, column: 1 } },
    ]);
  });

  it('should validate nodes, props and plain JSON by their own rules', async () => {
    const codes = async (text: string, kind: string) =>
      (await validateText(text, kind, registry)).diagnostics.map((one) => one.code);
    expect(await codes('{ "id": "a", "type": "nope" }', 'node')).toEqual(['unknown-type']);
    expect(await codes('{ "text": "x", "b": 1 }', 'props:text')).toEqual(['unknown-key']);
    expect(await codes('{}', 'props:nope')).toEqual(['unknown-type']);
    expect(await codes('[1]', 'json')).toEqual([]);
    expect(await codes('{ "constructor": 1 }', 'json')).toEqual(['forbidden-key']);
    expect(await codes(screen(''), 'form')).toContain('value');
  });
});
