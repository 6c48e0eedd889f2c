import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { parsePointer } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { Statement } from '../../../kernel/entity/statement.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { isNightly } from '../../../testing/nightly.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** A dataset with every part that one may have. */
const whole: JsonObject = {
  kind: 'dataset',
  formatVersion: 2,
  id: 'hostile',
  title: 'Pessoas',
  access: { screen: 'admin-user', verb: 'read' },
  from: 'user',
  parameters: {
    login: { type: 'text' },
    when: { type: 'period', default: 'this-year' },
    by: { type: 'choice', options: ['month', 'year'], default: 'month' },
  },
  where: {
    all: [
      { login: { $expr: 'params.login' } },
      { createdAt: { within: { $expr: 'params.when' } } },
      { any: [{ name: { contains: 'a' } }, { not: { login: 'admin' } }] },
    ],
  },
  group: [
    { id: 'at', field: 'createdAt', bucket: { $expr: 'params.by' }, fill: true },
    { id: 'login', field: 'login', top: { n: 3, by: 'people' } },
  ],
  measures: {
    people: { count: true },
    names: { distinct: 'name', where: { login: 'admin' } },
    total: { running: { of: 'people', along: 'at' } },
    part: { ratio: { of: 'names', to: 'people' } },
  },
  having: { people: { from: 0 } },
  order: ['at', 'people_desc'],
  limit: 20,
  totals: [[], ['at']],
  zone: 'America/Sao_Paulo',
};

/** A generator of whole numbers that is the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const odd: readonly Json[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  '',
  "'; drop table app_user; --",
  'app_user.password',
  'organizationalUnit.parent.parent.parent.parent.parent.title',
  '__proto__',
  'constructor',
  '\u0000',
  'x'.repeat(2_000),
  [],
  {},
  [[]],
  [null],
  { $expr: '(' },
  { $expr: 'params.nothing' },
  { $expr: '$eval(1)' },
  { $expr: 7 },
  { field: 'login' },
  { sum: 'login' },
  { count: true },
  { has: { user: true } },
  { from: '2026-13-45', to: {} },
  JSON.parse('{"__proto__":{"count":true}}') as Json,
  Array.from({ length: 60 }, () => ({ count: true })),
];
const keys = ['from', 'where', 'group', 'field', 'bucket', 'of', 'by', 'fields', 'sum', 'not', 'all', 'zone'];

/** A copy with a value of another kind, a key of another name, or a part less, at a random place. */
function broken(value: Json, random: (below: number) => number): Json {
  const inner = isObject(value) ? Object.keys(value) : Array.isArray(value) ? [...value.keys()] : [];
  if (inner.length === 0 || random(7) === 0) return odd[random(odd.length)]!;
  const at = inner[random(inner.length)]!;
  const change = random(8);
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      index !== at ? [one] : change === 0 ? [] : change === 1 ? [one, one] : [broken(one, random)],
    );
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, one]): [string, Json][] => {
      if (key !== at) return [[key, one]];
      if (change === 0) return [];
      return change === 1 ? [[keys[random(keys.length)]!, one]] : [[key, broken(one, random)]];
    }),
  );
}

/** Whether the place that a path names, or the object or list that lacks it, is in the document. */
function isIn(document: Json, pointer: string): boolean {
  let at: Json | undefined = document;
  for (const segment of parsePointer(pointer).slice(0, -1)) {
    if (Array.isArray(at)) at = at[Number(segment)];
    else at = isObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
    if (at === undefined) return false;
  }
  return true;
}

async function rowsOf(definition: Json) {
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/dataset/-/rows',
    headers: await app.sessionOf(app.tenants.acme, 'admin'),
    payload: { definition: JSON.stringify(definition), parameters: {} },
  });
  return {
    ...reply.json<{ message: string; errors?: { path: string; message: string }[] }>(),
    status: reply.statusCode,
  };
}

it('names the place of what is wrong in each of many broken datasets, and runs none of them', async () => {
  const queried = vi.spyOn(Statement.prototype, 'run');
  expect(await rowsOf(whole)).toMatchObject({ status: 200 });
  expect(queried).toHaveBeenCalled();
  const random = seeded(20_261_126);
  const outcomes = { run: 0, refused: 0 };
  for (let step = 0; step < (isNightly ? 5_000 : 150); step += 1) {
    let definition: Json = whole;
    for (let change = 0; change <= random(3); change += 1) definition = broken(definition, random);
    if (!isObject(definition)) continue;
    queried.mockClear();
    const reply = await rowsOf(definition);
    const told = `${reply.status} ${JSON.stringify(reply.errors ?? reply.message)} for ${JSON.stringify(definition)}`;
    if (reply.status === 200) {
      outcomes.run += 1;
      continue;
    }
    outcomes.refused += 1;
    expect(reply.status, told).toBe(422);
    expect(queried, told).not.toHaveBeenCalled();
    expect(reply.errors?.length, told).toBeGreaterThan(0);
    for (const { path, message } of reply.errors ?? []) {
      expect(isIn(definition, path), told).toBe(true);
      expect(message.trim(), told).not.toBe('');
    }
  }
  // Some changes leave a dataset that means something else.
  expect(outcomes.refused).toBeGreaterThan(outcomes.run);
});
