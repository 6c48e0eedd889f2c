import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
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

it('judges a stored form', async () => {
  const verdict = await workshop.judge(1, form({}), { record: { name: 'x' }, scope });
  expect(JSON.stringify(verdict)).toContain('/name');
});

it.each([
  ['an expression that loops', '($f := function($n) { $f($n + 1) }; $f(0))'],
  ['an allocation bomb', '$sum([1..9999999].[1..9999999])'],
  ['padding without end', "$length($pad('', 500000000)) > 1"],
  ['a pattern that backtracks', '$match(form.name, /^(a+)+$/)'],
])('ends %s, and answers the next', async (_, source) => {
  const hostile = form({ checks: [{ fails: { $expr: source }, field: 'name', message: 'no' }] });
  const input = { record: { name: `${'a'.repeat(40)}!` }, scope };
  const outcome = await workshop.judge(1, hostile, input).catch((error: Error) => error);
  // Whoever stops it, the evaluator or the end of its thread: it is stopped, and told.
  expect(JSON.stringify(outcome instanceof Error ? outcome.message : outcome)).not.toBe('');
  expect(await workshop.inspect(2, '{"kind":')).toMatchObject({ faults: [{ code: 'json' }] });
});
