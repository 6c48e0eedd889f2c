import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { AppError } from '../../kernel/errors.ts';
import { workshop } from './workshop.ts';

afterAll(() => workshop.close());

const scope = { user: {}, tenant: {}, lang: 'en', now: '2026-01-01T00:00:00Z' };
const form = (more: JsonObject): string =>
  JSON.stringify({
    kind: 'form',
    formatVersion: 1,
    id: 'a-form',
    schema: { type: 'object', properties: { name: { type: 'string', title: 'Name', minLength: 2 } } },
    ui: { sections: [{ id: 'main', fields: ['name'] }] },
    ...more,
  });

it('finds every fault in its thread, and the title in each language', async () => {
  const text = JSON.stringify({
    kind: 'screen',
    formatVersion: 1,
    id: 'a',
    path: '/a',
    title: '$screens.users.title',
    access: { screen: 'admin-user', verb: 'read' },
    body: [{ id: 'a', type: 'nothing' }],
  });
  expect(await workshop.inspect(1, text)).toEqual({
    faults: [expect.objectContaining({ pointer: '/body/0/type', code: 'unknown-type' })],
    path: '/a',
    titles: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
  });
  expect((await workshop.inspect(1, '{"kind":')).faults).toMatchObject([{ code: 'json' }]);
});

it('matches a pattern that would backtrack for ever in linear time', async () => {
  const checks = [
    { fails: { $expr: '$exists($match(form.name, /^(a+)+$/))' }, field: 'name', message: 'no' },
  ];
  const record = { name: `${'a'.repeat(40)}!` };
  expect(await workshop.judge(1, form({ checks }), { record, scope })).toMatchObject({ faults: [] });
});

it('evaluates the expressions of a stored form', async () => {
  const sum = '$count([1..3][$ > 1]) = 2 and $match(form.name, /^a/)[0].match = "a"';
  const checks = [{ fails: { $expr: sum }, field: 'name', message: 'no' }];
  const verdict = await workshop.judge(1, form({ checks }), { record: { name: 'ab' }, scope });
  expect(JSON.stringify(verdict)).toContain('/name');
});

it('judges a stored form', async () => {
  const verdict = await workshop.judge(1, form({}), { record: { name: 'x' }, scope });
  expect(JSON.stringify(verdict)).toContain('/name');
});

it.each([
  ['an expression that loops', '($f := function($n) { $f($n + 1) }; $f(0))', 'faults.expression.message'],
  ['an allocation bomb', '$sum([1..9999999].[1..9999999])', 'faults.expression.message'],
  ['padding without end', "$length($pad('', 500000000)) > 1", 'faults.expression.message'],
])('ends %s, and answers the next', async (_, source, named) => {
  const hostile = form({ checks: [{ fails: { $expr: source }, field: 'name', message: 'no' }] });
  const input = { record: { name: `${'a'.repeat(40)}!` }, scope };
  const outcome = await workshop.judge(1, hostile, input).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(AppError);
  const { code, options } = outcome as AppError;
  expect([code, options.faults]).toMatchObject(['DEFINITION_INVALID', [{ path: '', key: named }]]);
  // Who wrote it is told which one it is.
  if (named.includes('expression')) expect(JSON.stringify(options.faults)).toContain(source.slice(1, 9));
  expect(await workshop.inspect(2, '{"kind":')).toMatchObject({ faults: [{ code: 'json' }] });
});
