import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { validateText } from '../editing/validate-text.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from './document.ts';

const number = { type: 'number' };
const schema: JsonObject = {
  type: 'object',
  definitions: { line: { type: 'object', properties: { price: number, sum: number } } },
  properties: {
    name: { type: 'string' },
    quantity: number,
    total: number,
    buyer: { type: 'object', properties: { city: { type: 'string' } } },
    lines: { type: 'array', items: { $ref: '#/definitions/line' } },
  },
  dependencies: { name: { properties: { nickname: { type: 'string' } } } },
};

const order = (more: JsonObject): JsonObject => ({
  kind: 'form',
  formatVersion: 2,
  id: 'order',
  schema,
  ui: { sections: [{ id: 'main', fields: ['*'] }] },
  ...more,
});

const diagnosticsOf = async (document: JsonObject, severity = 'error'): Promise<string[]> =>
  (await validateDocument(document, registry))
    .filter((one) => one.severity === severity)
    .map(
      ({ pointer, code, values }) =>
        `${pointer} ${code} ${values.path ?? values.field} ${values.nearest || '-'}`,
    );
const rule = (more: JsonObject): JsonObject =>
  order({ rules: [{ when: { $expr: 'form.quantity > 1' }, ...more }] });

it('reports fields that computed values read and the form does not have', async () => {
  const compute = {
    total: { $expr: '$sum(form.lines.sun) * form.quantty' },
    'lines.sum': { $expr: 'row.prcie * form.quantity' },
    name: { $expr: 'form.buyer.ctiy' },
  };
  expect(await diagnosticsOf(order({ compute }))).toEqual([
    '/compute/total/$expr unknown-field form.lines.sun sum',
    '/compute/total/$expr unknown-field form.quantty quantity',
    '/compute/lines.sum/$expr unknown-field row.prcie price',
    '/compute/name/$expr unknown-field form.buyer.ctiy city',
  ]);
});

it('reports fields within brackets, functions and steps', async () => {
  const compute = {
    total: { $expr: '$sum(form.lines[prcie > 1].price)' },
    name: { $expr: '$join(form.lines.($string(smu)))' },
    quantity: { $expr: '$count(form.lines[price > $$.form.totl])' },
  };
  expect(await diagnosticsOf(order({ compute }))).toEqual([
    '/compute/total/$expr unknown-field form.lines.prcie price',
    '/compute/name/$expr unknown-field form.lines.smu sum',
    '/compute/quantity/$expr unknown-field form.totl total',
  ]);
});

it('reports fields that rules, checks, texts and options read and the form does not have', async () => {
  const reads = order({
    rules: [
      { when: { $expr: "form.nmae = 'x'" }, show: ['total'], set: { total: { $expr: 'form.quantty' } } },
      { when: { $expr: 'form.nickname' }, disable: ['total'] },
    ],
    checks: [{ fails: { $expr: 'form.totl > 1' }, message: { $expr: 'form.buyr.city' }, field: 'quantiti' }],
    ui: {
      sections: [
        {
          id: 'main',
          fields: [
            {
              field: 'name',
              options: { get: '/people/{form.buyer.cty}', rows: 'data', value: 'id', label: 'name' },
            },
            '*',
          ],
        },
      ],
    },
  });
  expect(await diagnosticsOf(reads)).toEqual([]);
  const found = await diagnosticsOf(reads, 'warning');
  expect(found.toSorted()).toEqual(
    [
      '/rules/0/when/$expr unknown-field form.nmae name',
      '/rules/0/set/total/$expr unknown-field form.quantty quantity',
      '/checks/0/fails/$expr unknown-field form.totl total',
      '/checks/0/field form-field-unknown quantiti quantity',
      '/checks/0/message/$expr unknown-field form.buyr buyer',
      '/ui/sections/0/fields/0/options/get unknown-field form.buyer.cty city',
    ].toSorted(),
  );
});

it('reports fields that rules change and the form does not have, each in its place', async () => {
  expect(
    await diagnosticsOf(
      rule({ show: ['nmae'], disable: ['quantty'], set: { totla: 1 }, options: { nam: ['a'] } }),
    ),
  ).toEqual([
    '/rules/0/show/0 form-field-unknown nmae name',
    '/rules/0/disable/0 form-field-unknown quantty quantity',
    '/rules/0/set/totla form-field-unknown totla total',
    '/rules/0/options/nam form-field-unknown nam name',
  ]);
});

it('accepts what every record has, the keys that the form keeps, and names that the schema leaves free', async () => {
  const read = (name: string): JsonObject =>
    order({ checks: [{ fails: { $expr: `form.${name} = 1` }, message: 'No' }] });
  expect(await diagnosticsOf(read('id'), 'warning')).toEqual([]);
  expect(await diagnosticsOf(read('createdBy'), 'warning')).toEqual([]);
  const open = { ...read('anything'), schema: { ...schema, additionalProperties: number } };
  expect(await diagnosticsOf(open, 'warning')).toEqual([]);
  const inline = (props: JsonObject): JsonObject =>
    screenDocument({ body: [{ id: 'f', type: 'form', props: { document: read('owner'), ...props } }] });
  expect(await diagnosticsOf(inline({ keep: ['owner'] }), 'warning')).toEqual([]);
  expect(await diagnosticsOf(inline({}), 'warning')).toEqual([
    '/body/0/props/document/checks/0/fails/$expr unknown-field form.owner -',
  ]);
});

it('offers the field that is meant', async () => {
  const text = JSON.stringify(rule({ show: ['nmae'], set: { total: { $expr: 'form.quantty' } } }));
  const { diagnostics } = await validateText(text, 'form', registry, {});
  expect(diagnostics.map(({ fix }) => fix?.text)).toEqual(['name', 'quantity']);
});
