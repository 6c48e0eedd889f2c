import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { errorsOfChosen } from './alternative-errors.ts';
import { compileForm } from './compile.ts';

const shape = (type: string): JsonObject => ({
  type: 'object',
  title: type,
  properties: { type: { const: type }, coordinates: { type: 'array', items: { type: 'number' } } },
  required: ['type', 'coordinates'],
});
const oneOf: Json[] = [{ type: 'null' }, shape('Point'), shape('LineString'), shape('Polygon')];

function errorsOf(schema: JsonObject, value: Json, chosen?: (pointer: string) => number | undefined) {
  const form = compileForm({
    kind: 'form',
    formatVersion: 2,
    id: 'f',
    schema: { type: 'object', properties: { x: schema } },
    ui: { sections: [{ id: 'all', fields: ['x'] }] },
  });
  const errors = form.interpreter().validate({ x: value });
  return errorsOfChosen(form, { x: value }, errors, chosen).map(({ path, keyword }) => [path, keyword]);
}

describe('errors of alternatives', () => {
  it.each<[string, JsonObject, Json, [string, string][]]>([
    ['the most similar one', { oneOf }, { type: 'Polygon' }, [['/x/coordinates', 'required']]],
    [
      'items of a list',
      { type: 'array', items: { oneOf } },
      [
        { type: 'Point', coordinates: [1] },
        { type: 'LineString', coordinates: ['a'] },
      ],
      [['/x/1/coordinates/0', 'type']],
    ],
    [
      'one beside null',
      { oneOf: [{ type: 'null' }, shape('Point')] },
      { type: 'Point' },
      [['/x/coordinates', 'required']],
    ],
    [
      'alternatives of an alternative',
      {
        oneOf: [
          { title: 'a', oneOf: oneOf.slice(1) },
          { title: 'b', type: 'string' },
        ],
      },
      { type: 'Polygon' },
      [['/x/coordinates', 'required']],
    ],
    [
      'entries',
      { additionalProperties: { oneOf } },
      { a: { type: 'Point' } },
      [['/x/a/coordinates', 'required']],
    ],
  ])('are those of %s', (_name, schema, value, errors) => {
    expect(errorsOf(schema, value)).toEqual(errors);
  });

  it('are those of the alternative that the user chose', () => {
    const needs = (name: string): JsonObject => ({
      type: 'object',
      title: name,
      properties: { [name]: { type: 'string' } },
      required: [name],
    });
    const schema = { oneOf: [needs('a'), needs('b')] };
    expect(errorsOf(schema, {}, (pointer) => (pointer === '/x' ? 1 : undefined))).toEqual([
      ['/x/b', 'required'],
    ]);
  });

  it('stay when the chosen alternative has none', () => {
    const schema = { oneOf: [shape('Point'), shape('Point')] };
    expect(errorsOf(schema, { type: 'Point', coordinates: [] })).toEqual([['/x', 'oneOf']]);
  });
});
