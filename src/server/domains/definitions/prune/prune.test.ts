import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { prune } from './prune.ts';

describe('the sources of a pruned screen', () => {
  const hidden = { screen: 'a', verb: 'update' };
  const document: JsonObject = {
    sources: {
      shown: { get: '/shown' },
      hidden: { get: '/hidden' },
      below: { get: '/below' },
      ofForm: { value: { $expr: 'data.below.rows' } },
    },
    body: [
      { id: 'a', source: 'shown' },
      { id: 'b', source: 'hidden', access: hidden },
      { id: 'c', type: 'form', props: { form: 'apart' } },
    ],
  };

  it('are those that the rest uses, and those that only a form of its own can use, with what they read', () => {
    const pruned = prune(document, () => false);
    expect(Object.keys(pruned['sources'] as JsonObject)).toEqual(['shown', 'below', 'ofForm']);
  });

  it('are all of them for who sees everything', () => {
    expect(Object.keys(prune(document, () => true)['sources'] as JsonObject)).toHaveLength(4);
  });
});

describe('the fields of a pruned form', () => {
  const text = { type: 'string' };
  const form: JsonObject = {
    kind: 'form',
    schema: {
      type: 'object',
      properties: { name: text, salary: text, bonus: text },
      required: ['name', 'salary'],
      allOf: [{ properties: { salary: { minLength: 2 }, name: { minLength: 2 } }, required: ['salary'] }],
      dependencies: { salary: ['bonus'], name: { properties: { salary: text, extra: text } } },
    },
    ui: {
      sections: [
        { id: 'main', fields: ['name', { field: 'salary', access: { screen: 'pay', verb: 'read' } }, '*'] },
      ],
    },
    rules: [{ when: { $expr: 'true' }, show: ['salary'], require: ['name', 'salary'] }],
    compute: { bonus: { $expr: 'form.salary' } },
    checks: [{ fails: { $expr: 'false' }, message: 'x', field: 'salary' }],
  };

  it('are those that the reader may use, and nothing names the others', () => {
    expect(prune(form, () => false)).toEqual({
      kind: 'form',
      schema: {
        type: 'object',
        properties: { name: text },
        required: ['name'],
        allOf: [{ properties: { name: { minLength: 2 } }, required: [] }],
        dependencies: { name: { properties: { extra: text } } },
      },
      ui: { sections: [{ id: 'main', fields: ['name', '*'] }] },
      rules: [{ when: { $expr: 'true' }, require: ['name'] }],
      compute: {},
      checks: [],
    });
  });

  it('are all of them for who may use them, without the rule', () => {
    const sections = [{ id: 'main', fields: ['name', { field: 'salary' }, '*'] }];
    expect(prune(form, () => true)).toEqual({ ...form, ui: { sections } });
  });
});
