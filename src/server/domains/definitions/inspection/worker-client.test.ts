import { afterAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { Sandbox } from './sandbox.ts';
import { noFragments } from './inspect.ts';
import { definitionWorker } from './worker-client.ts';

afterAll(() => definitionWorker.close());

const form = (more: JsonObject): string =>
  JSON.stringify({
    kind: 'form',
    formatVersion: 2,
    id: 'a-form',
    schema: { type: 'object', properties: { name: { type: 'string', title: 'Name', minLength: 2 } } },
    ui: { sections: [{ id: 'main', fields: ['name'] }] },
    ...more,
  });

it('finds every diagnostic in its thread, and the title in each language', async () => {
  const text = JSON.stringify({
    kind: 'screen',
    formatVersion: 2,
    id: 'a',
    path: '/a',
    title: '$screens.users.title',
    access: { screen: 'admin-user', verb: 'read' },
    body: [{ id: 'a', type: 'nothing' }],
  });
  expect(await definitionWorker.inspect(1, text, null)).toEqual({
    diagnostics: [expect.objectContaining({ pointer: '/body/0/type', code: 'unknown-type' })],
    path: '/a',
    titles: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
    calls: [],
    namedDocuments: [],
  });
  expect((await definitionWorker.inspect(1, '{"kind":', null)).diagnostics).toMatchObject([{ code: 'json' }]);
});

it('matches a pattern that would backtrack for ever in linear time', async () => {
  const fails = { $expr: `$exists($match("${'a'.repeat(40)}!", /^(a+)+$/))` };
  expect(
    (await definitionWorker.inspect(1, form({ checks: [{ fails, message: 'no' }] }), null)).diagnostics,
  ).toEqual([]);
});

it.each([
  ['an expression that loops', '($f := function($n) { $f($n + 1) }; $f(0))', 'expression-endless'],
  [
    'two functions that call each other',
    '($a := function() { $b() }; $b := function() { $a() }; $a())',
    'expression-work',
  ],
  ['an allocation bomb', '$sum([1..9999999].[1..9999999])', 'expression-output'],
  ['padding without end', "$length($pad('', 500000000)) > 1", 'expression-output'],
])('reports %s with its position, and runs the next job', async (_, $expr, code) => {
  const hostile = form({ checks: [{ fails: { $expr }, field: 'name', message: 'no' }] });
  const { diagnostics } = await definitionWorker.inspect(1, hostile, null);
  const values = expect.objectContaining({ line: 1, column: expect.any(Number) });
  expect(diagnostics).toContainEqual({ pointer: '/checks/0/fails/$expr', code, values, severity: 'error' });
  expect(await definitionWorker.inspect(2, '{"kind":', null)).toMatchObject({
    diagnostics: [{ code: 'json' }],
  });
});

it('inspects a document once, until it or what it is checked against changes', async () => {
  const run = vi.spyOn(Sandbox.prototype, 'run');
  const text = form({ id: 'asked-twice' });
  const catalogue = '{"routes":[],"entities":[]}';
  const { text: stored, inspection } = await definitionWorker.prepare(1, text, catalogue, noFragments, []);
  const ask = (tenant: number, ...paths: string[]) =>
    definitionWorker.inspect(tenant, stored, catalogue, noFragments, paths);
  expect(await ask(1)).toEqual(inspection);
  expect(run).toHaveBeenCalledTimes(1);
  await ask(1, '/other');
  await ask(2);
  expect(run).toHaveBeenCalledTimes(3);
  await ask(1, '/other');
  await ask(2);
  expect(run).toHaveBeenCalledTimes(3);
  run.mockRestore();
});
