import { expect, test } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';

const point: JsonObject = {
  type: 'object',
  title: 'Ponto',
  properties: { kind: { const: 'point' }, x: { type: 'number' } },
};
const circle: JsonObject = {
  type: 'object',
  title: 'Círculo',
  properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
  required: ['radius'],
};

function open(schema: JsonObject, value: JsonObject = {}) {
  const form = compileForm({
    kind: 'form',
    formatVersion: 2,
    id: 'shape',
    schema,
    ui: { sections: [{ id: 'all', fields: ['*'] }] },
  } as unknown as FormDocument);
  return new FormModel({
    form,
    value,
    keep: [],
    scope: () => ({}),
    texts: () =>
      ({ strings: undefined, lang: 'pt', translate: () => null, reportMissing: () => undefined }) as never,
  });
}
const visibleFields = (model: FormModel) =>
  [...model.form.fields.keys()].filter((name) => !model.field(name).hidden);
const schema: JsonObject = {
  oneOf: [{ $ref: '#/definitions/point' }, circle, { type: 'string' }],
  definitions: { point },
};

test('only the fields of the chosen root alternative are visible', async () => {
  const model = open(schema);
  expect(model.getForm().choice).toEqual({ titles: ['Ponto', 'Círculo'], at: 0 });
  expect(visibleFields(model)).toEqual(['x']);
  model.set(['x'], 3);
  model.choose(1);
  expect(model.getForm().choice?.at).toBe(1);
  expect(visibleFields(model)).toEqual(['radius']);
  model.set(['radius'], 2);
  expect(visibleFields(model)).toEqual(['radius']);
  expect((await model.check()).errors).toEqual([]);
});

test('a record determines its alternative', () => {
  expect(open(schema, { id: 1, kind: 'circle', radius: 1 }).getForm().choice?.at).toBe(1);
});

test('a form with one alternative of fields offers no choice, and shows its fields', () => {
  const model = open({ oneOf: [point, { type: 'string' }] });
  expect(model.getForm().choice).toBeNull();
  expect(visibleFields(model)).toContain('x');
});
