import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm, type CompiledRule } from './compile.ts';
import { LiveRules } from './rules.ts';
import { evaluatePlain, ruleState } from './rules.ts';

const names = ['a', 'b', 'c', 'd'] as const;

function formWith(rules: FormDocument['rules']): FormDocument {
  return {
    kind: 'form',
    formatVersion: 2,
    id: 'rules',
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
    ui: { sections: [{ id: 'all', fields: [...names] }] },
    rules,
  };
}

const now = evaluatePlain({}, () => undefined);

describe('rules', () => {
  it('show a field only while all its rules are true', () => {
    const form = compileForm(
      formWith([
        { when: { $expr: "form.a = 'x'" }, show: ['c'] },
        { when: { $expr: "form.b = 'x'" }, show: ['c'] },
      ]),
    );
    expect(ruleState(form, { a: 'x', b: 'x' }, now).hidden).toEqual(new Set());
    expect(ruleState(form, { a: 'x' }, now).hidden).toEqual(new Set(['c']));
  });

  it('read a hidden field as empty', () => {
    const form = compileForm(
      formWith([
        { when: { $expr: "form.a = 'x'" }, show: ['b'] },
        { when: { $expr: 'form.b' }, require: ['c'], disable: ['d'] },
      ]),
    );
    expect(ruleState(form, { b: 'here' }, now).required).toEqual(new Set());
    expect(ruleState(form, { a: 'x', b: 'here' }, now).disabled).toEqual(new Set(['d']));
  });

  it('narrow options to those that all of them allow', () => {
    const form = compileForm(
      formWith([
        { when: { $expr: 'form.a' }, options: { d: ['1', '2'] } },
        { when: { $expr: 'form.b' }, options: { d: ['2', '3'] } },
      ]),
    );
    expect(ruleState(form, { a: 'x', b: 'x' }, now).options.get('d')).toEqual(['2']);
  });

  const condition = fc.constantFrom(
    ...names.flatMap((name) => [`form.${name}`, `form.${name} = 'x'`, `$not(form.${name} = 'x')`]),
  );
  const rule = fc.record({
    when: condition.map((source) => ({ $expr: source })),
    show: fc.subarray([...names]),
    require: fc.subarray([...names]),
  });
  const record = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('x', 'y', '')])), {
    requiredKeys: [],
  }) as fc.Arbitrary<JsonObject>;

  it('compute the same state incrementally and from scratch', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 6 }),
        fc.array(record, { minLength: 1, maxLength: 6 }),
        (rules, records) => {
          const form = compileForm(formWith(rules));
          const live = new LiveRules(
            form,
            () => ({}),
            () => undefined,
          );
          let before: JsonObject = {};
          live.update(before);
          for (const next of records) {
            for (const name of names) {
              if (before[name] === next[name]) continue;
              const { [name]: _gone, ...others } = before;
              before = next[name] === undefined ? others : { ...before, [name]: next[name] };
              live.fieldChanged(name, before);
            }
            const fresh = ruleState(form, before, now);
            expect(live.state.hidden).toEqual(fresh.hidden);
            expect(live.state.required).toEqual(fresh.required);
          }
        },
      ),
    );
  });

  it('evaluate a condition again only after a field that it reads changed', () => {
    const form = compileForm(formWith([{ when: { $expr: "form.a = 'x'" }, show: ['b'] }]));
    let evaluations = 0;
    const { when } = form.rules[0]!;
    const counted = {
      ...form,
      rules: form.rules.map((one): CompiledRule => ({
        ...one,
        when: { ...when, evaluate: (scope) => ((evaluations += 1), when.evaluate(scope)) },
      })),
    };
    const live = new LiveRules(
      counted,
      () => ({}),
      () => undefined,
    );
    live.update({ a: 'x' });
    evaluations = 0;
    live.fieldChanged('c', { a: 'x', c: '1' });
    expect(evaluations).toBe(0);
    live.fieldChanged('a', { a: 'y', c: '1' });
    expect(evaluations).toBeGreaterThan(0);
  });
});
