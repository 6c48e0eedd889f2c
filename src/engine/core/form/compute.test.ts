import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { counters, resetCounters } from '../counters.ts';
import type { FormDocument } from '../generated/documents.ts';
import { checkFormSafety, compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';
import { validateForm } from './validation.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          quantity: { type: 'number' },
          price: { type: 'number' },
          total: { type: 'number' },
          note: { type: 'string', readOnly: true },
        },
      },
    },
    discount: { type: 'number' },
    total: { type: 'number' },
    label: { type: 'string', readOnly: true },
  },
};
const compute = {
  // Written against their order: the total reads the totals of the lines.
  total: { $expr: '$sum(form.lines.total) - (form.discount ?? 0)' },
  'lines.total': { $expr: 'row.quantity * row.price' },
  label: { $expr: 'form.name & "!"' },
};

const texts = { strings: undefined, lang: 'pt', translate: () => null } as const;

function formOf(document: Partial<FormDocument> = {}) {
  return {
    kind: 'form',
    formatVersion: 2,
    id: 'compute',
    schema,
    ui: { sections: [{ id: 'all', fields: ['name', 'lines', 'discount', 'total', 'label'] }] },
    compute,
    ...document,
  } as FormDocument;
}

function open(value: JsonObject, document: Partial<FormDocument> = {}) {
  const form = compileForm(formOf(document));
  return new FormModel({ form, value, keep: [], scope: () => ({ user: { id: 1 } }), texts: () => texts });
}

const order = {
  name: 'a',
  lines: [
    { quantity: 2, price: 5 },
    { quantity: 1, price: 7 },
  ],
};

describe('computed values', () => {
  beforeEach(resetCounters);

  it('follow what they read, in rows and across them', async () => {
    const model = open(order);
    expect(model.record['lines']).toMatchObject([{ total: 10 }, { total: 7 }]);
    await model.check();
    expect(model.record['total']).toBe(17);
    model.set(['lines', '0', 'quantity'], 3);
    expect(model.record['lines']).toMatchObject([{ total: 15 }, { total: 7 }]);
    model.set(['discount'], 2);
    await model.check();
    expect(model.record['total']).toBe(20);
    model.arrange(['lines'], [1]);
    await model.check();
    expect([model.record['total'], model.record['label']]).toEqual([5, 'a!']);
  });

  it('have no value without what they read', async () => {
    const model = open({ lines: [{ quantity: 2 }, { quantity: 2, price: 3 }] });
    expect(model.record['lines']).toEqual([{ quantity: 2 }, { quantity: 2, price: 3, total: 6 }]);
    model.set(['lines', '1', 'price'], 'x');
    expect(model.record['lines']).toMatchObject([{}, { price: 'x' }]);
    expect(model.record).not.toHaveProperty('lines.1.total');
  });

  it('stay a list with one item or none where the schema has a list', async () => {
    const list = { ...schema, properties: { ...schema.properties, notes: { type: 'array' } } };
    const model = open(order, {
      schema: list,
      ui: { sections: [{ id: 'all', fields: ['*'] }] },
      compute: {
        notes: { $expr: '$map(form.lines[quantity > form.discount], function($one) { $one.price })' },
      },
    } as Partial<FormDocument>);
    const notesFor = async (least: number) => {
      model.set(['discount'], least);
      model.set(
        ['lines'],
        order.lines.map((line) => ({ ...line, form: { discount: least } })),
      );
      await model.check();
      return model.record['notes'];
    };
    expect(await notesFor(0)).toEqual([5, 7]);
    expect(await notesFor(1)).toEqual([5]);
    expect(await notesFor(2)).toEqual([]);
  });

  it('are evaluated once per change, and those of other rows not at all', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => ({ quantity: 1, price: at }));
    const model = open({ lines });
    await model.check();
    expect(model.record['total']).toBe(499_500);
    resetCounters();
    model.set(['lines', '500', 'quantity'], 2);
    // The row's own total and the sum.
    expect([model.record['total'], counters.evaluations]).toEqual([500_000, 2]);
    await new Promise((resolve) => setTimeout(resolve));
    expect([model.record['total'], counters.evaluations]).toEqual([500_000, 2]);
    resetCounters();
    model.set(['name'], 'b');
    expect([model.record['label'], counters.evaluations]).toEqual(['b!', 1]);
  });

  it('do not count as changes, and are sent as the schema asks', async () => {
    const model = open({ id: 1, ...order, total: 99 });
    await model.check();
    expect(model.getForm().changes).toBe(0);
    model.set(['discount'], 7);
    await model.check();
    expect(model.getForm().changes).toBe(1);
    expect(model.submittedValues().changes).toEqual({ discount: 7, total: 10 });
    expect(model.submittedValues().values).not.toHaveProperty('label');
  });

  it('are the last changed ones when a change comes while they are evaluated', async () => {
    const model = open(order);
    for (let quantity = 1; quantity <= 5; quantity += 1) {
      model.set(['lines', '0', 'quantity'], quantity);
      // oxlint-disable-next-line no-await-in-loop -- each change comes at another moment of the evaluation
      for (let turn = 0; turn < quantity; turn += 1) await Promise.resolve();
    }
    model.arrange(['lines'], [1, 0]);
    await model.check();
    expect([model.record['lines'], model.record['total']]).toEqual([
      [
        { quantity: 1, price: 7, total: 7 },
        { quantity: 5, price: 5, total: 25 },
      ],
      32,
    ]);
  });

  it('read a hidden field as empty, as the server does', async () => {
    const rules = [{ when: { $expr: "form.name = 'b'" }, show: ['discount'] }];
    const model = open({ ...order, discount: 5 }, { rules });
    await model.check();
    expect(model.record['total']).toBe(17);
    model.set(['name'], 'b');
    await model.check();
    expect(model.record['total']).toBe(12);
  });

  it('are computed by the validation, whatever was sent', async () => {
    const sent = { ...order, total: -1, label: 'x', lines: [{ quantity: 2, price: 5, total: 0 }] };
    const form = compileForm(formOf());
    const { record, errors } = await validateForm({
      form,
      record: sent,
      scope: {},
      texts,
      validateSchema: (data) => form.interpreter().validate(data),
    });
    expect(errors).toEqual([]);
    expect(record).toEqual({
      name: 'a',
      lines: [{ quantity: 2, price: 5, total: 10 }],
      total: 10,
      label: 'a!',
    });
  });

  it('decide rules and checks', async () => {
    const checks = [{ fails: { $expr: 'form.total > 10' }, field: 'total', message: 'much' }];
    const form = compileForm(formOf({ checks }));
    const { errors } = await validateForm({
      form,
      record: { ...order, total: 1 },
      scope: {},
      texts,
      validateSchema: (data) => form.interpreter().validate(data),
    });
    expect(errors).toEqual([{ path: '/total', message: 'much' }]);
  });
});

describe('a form with invalid computed values', () => {
  it('is not one whose regular expression has a $', () => {
    const own = { label: { $expr: "$replace(form.name, /-+$/, '')" } };
    expect(checkFormSafety(formOf({ compute: own }))).toEqual([]);
  });

  it.each([
    ['reads itself', { total: { $expr: 'form.total + 1' } }, '/compute/total', 'form-compute-circle'],
    [
      'reads another that reads it',
      {
        total: { $expr: 'form.discount' },
        discount: { $expr: '$sum(form.lines.total)' },
        'lines.total': { $expr: 'form.total' },
      },
      '/compute/total',
      'form-compute-circle',
    ],
    [
      'reads the whole form',
      { total: { $expr: '$count($keys(form))' } },
      '/compute/total',
      'form-compute-circle',
    ],
    [
      'reads a row outside of a list',
      { total: { $expr: 'row.price' } },
      '/compute/total',
      'form-compute-root',
    ],
    ['reads the state', { total: { $expr: 'state.n' } }, '/compute/total', 'form-compute-root'],
    ['names no field', { 'lines.sum': { $expr: '1' } }, '/compute/lines.sum', 'form-field-unknown'],
    ['is no field of the layout', { missing: { $expr: '1' } }, '/compute/missing', 'form-field-unknown'],
  ])('%s: has a diagnostic with its position', (_what, own, pointer, code) => {
    const found = checkFormSafety(formOf({ compute: own }));
    expect(found).toMatchObject([{ pointer, code, severity: 'error' }]);
  });
});
