import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { Statement } from '../../../kernel/entity/statement.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
  await addPerson(app, 'nobody', { 'basic-company': 'r' });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: JsonObject,
  tenant: 'acme' | 'beta' = 'acme',
) {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const reply = await app.inject({ method, url: `/adm/v2/${path}`, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: string;
    message: string;
    data: { rows: JsonObject[]; columns: JsonObject[] };
    errors?: JsonObject[];
  };
}

const people: JsonObject = {
  kind: 'dataset',
  formatVersion: 2,
  id: 'people',
  title: 'Pessoas',
  access: { screen: 'admin-user', verb: 'read' },
  from: 'user',
  parameters: { login: { type: 'text' } },
  where: { login: { $expr: 'params.login' } },
  group: [{ id: 'year', field: 'createdAt', bucket: 'year' }],
  measures: { people: { count: true } },
};
const publish = async (id: string, definition: JsonObject) => {
  const made = await call('admin', 'POST', 'def', { definition });
  return made.status > 201 ? made : call('admin', 'POST', `def/dataset/${id}/publish`, { comment: 'x' });
};

/** A screen that loads a dataset. */
const chart = (id: string, dataset: string): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: 'Chart',
  access: { screen: 'admin-user', verb: 'read' },
  sources: { people: { dataset } },
  body: [
    { id: 'list', type: 'table', source: 'people', props: { columns: [{ field: 'people', title: 'X' }] } },
  ],
});
/** Lets readers of people load a dataset by its name. */
async function publishScreen(dataset: string): Promise<void> {
  const id = `with-${dataset}`;
  await call('admin', 'POST', 'def', { definition: chart(id, dataset) });
  expect(await call('admin', 'POST', `def/screen/${id}/publish`, { comment: 'x' })).toMatchObject({
    status: 200,
  });
}

it('answers rows of a published dataset to its readers, and of none else', async () => {
  expect((await call('admin', 'GET', 'dataset/people')).status).toBe(404);
  expect(await publish('people', people)).toMatchObject({ status: 200 });
  await publishScreen('people');
  const { data } = await call('leitor', 'GET', 'dataset/people?login=leitor');
  expect(data.rows).toEqual([{ year: `${new Date().getFullYear()}-01-01`, people: 1 }]);
  expect(data.columns).toMatchObject([
    { name: 'year', type: 'date' },
    { name: 'people', type: 'number' },
  ]);
  expect((await call('leitor', 'GET', 'dataset/people')).data.rows[0]!['people']).toBeGreaterThan(1);
  expect(await call('nobody', 'GET', 'dataset/people')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect((await call('admin', 'GET', 'dataset/people', undefined, 'beta')).status).toBe(404);
  expect(await call('leitor', 'GET', 'dataset/people?where=1')).toMatchObject({
    status: 400,
    code: 'BAD_FILTERS',
  });
});

it('names values of options, of yes and no, and of weekdays in the language of the reader', async () => {
  const group: JsonObject[] = [
    { id: 'auth', field: 'authType' },
    { id: 'active', field: 'isActive' },
    { id: 'day', field: 'createdAt', bucket: 'weekday' },
    { id: 'month', field: 'createdAt', bucket: 'monthOfYear' },
  ];
  await publish('named', { ...people, id: 'named', group });
  const session = await app.sessionOf(app.tenants.acme, 'admin');
  const valuesIn = async (lang: string) => {
    const headers = { ...session, 'accept-language': lang };
    const reply = await app.inject({ method: 'GET', url: '/adm/v2/dataset/named', headers });
    const { columns } = reply.json<{ data: { columns: { name: string; values: unknown }[] } }>().data;
    return Object.fromEntries(columns.map(({ name, values }) => [name, values]));
  };
  expect(await valuesIn('pt')).toMatchObject({
    auth: { local: 'Usuário e senha' },
    active: { true: 'Sim', false: 'Não' },
    day: { 1: 'Segunda-feira', 7: 'Domingo' },
    month: { 1: 'Janeiro', 12: 'Dezembro' },
    people: null,
  });
  expect(await valuesIn('es')).toMatchObject({
    active: { true: 'Sí', false: 'No' },
    day: { 1: 'Lunes', 7: 'Domingo' },
    month: { 1: 'Enero', 12: 'Diciembre' },
  });
});

it('refuses to publish one that reads what there is not, and says where', async () => {
  const wrong = { ...people, id: 'wrong', measures: { people: { sum: 'salary' } } };
  const answer = await publish('wrong', wrong);
  expect(answer).toMatchObject({ status: 422, code: 'DEFINITION_INVALID' });
  expect(answer.errors).toMatchObject([
    { path: '/measures/people/sum', message: expect.stringContaining("'salary'") },
  ]);
});

/** Counts the runs of datasets. */
function countRuns() {
  const run = vi.spyOn(Statement.prototype, 'run');
  return () => run.mock.calls.filter(([, text]) => text.startsWith('with l0')).length;
}

it('computes a result once for all with the same rights, and again after a change', async () => {
  const all: JsonObject = { ...people, id: 'everybody', parameters: {}, where: { name: { contains: 'a' } } };
  expect(await publish('everybody', all)).toMatchObject({ status: 200 });
  await publishScreen('everybody');
  const runs = countRuns();
  const ask = () =>
    Promise.all(
      Array.from({ length: 25 }, () => [
        call('admin', 'GET', 'dataset/everybody'),
        call('leitor', 'GET', 'dataset/everybody'),
      ]).flat(),
    );
  const [first] = await ask();
  expect(first!.data).toMatchObject({ topics: ['entity:user'] });
  expect(runs()).toBe(1);
  const known = first!.data.rows[0]!['people'] as number;
  const person = { name: 'Ana Nova', email: 'ana.nova@example.com', isUser: 'N' };
  const made = await call('admin', 'POST', 'sec/user', person);
  expect(made).toMatchObject({ status: 201 });
  for (const { data } of await ask()) expect(data.rows[0]!['people']).toBe(known + 1);
  expect(runs()).toBe(2);
  // A refused change leaves the result; a person of another name is no longer counted.
  const { id, version } = made.data as unknown as { id: number; version: number };
  expect((await call('admin', 'PUT', `sec/user/${id}`, { name: '', version })).status).toBe(400);
  await ask();
  expect(runs()).toBe(2);
  expect((await call('admin', 'PUT', `sec/user/${id}`, { name: 'Who', version })).status).toBe(200);
  for (const { data } of await ask()) expect(data.rows[0]!['people']).toBe(known);
  expect(runs()).toBe(3);
});

it('explains to administrators how it is computed, and to nobody else', async () => {
  const explain = (login: string) => call(login, 'GET', 'dataset/people/-/explain?login=leitor');
  const { data, status } = await explain('admin');
  expect(status).toBe(200);
  expect(data).toMatchObject({ parameters: expect.arrayContaining(['leitor']), topics: ['entity:user'] });
  const { sql, plan, milliseconds, cache } = data as unknown as Record<string, string>;
  expect(sql).toContain('with l0 as ');
  expect(String(plan)).toMatch(/rows=\d+.*actual rows=/s);
  expect(milliseconds).toBeGreaterThan(0);
  expect(cache).toMatch(/^(first|changed)$/);
  await call('admin', 'GET', 'dataset/people?login=leitor');
  expect((await explain('admin')).data).toMatchObject({ cache: 'kept' });
  expect(await explain('leitor')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

it('is named by screens: one that does not exist is refused, and one that is used stays published', async () => {
  const refused = await call('admin', 'POST', 'def', { definition: chart('chart', 'nothing') });
  expect(refused).toMatchObject({
    status: 422,
    errors: [{ path: '/sources/people/dataset', code: 'unknown-dataset' }],
  });
  const made = await call('admin', 'POST', 'def', { definition: chart('chart', 'people') });
  expect(made).toMatchObject({ status: 200 });
  expect((await call('admin', 'POST', 'def/screen/chart/publish', { comment: 'x' })).status).toBe(200);
  const references = await call('admin', 'GET', 'def/dataset/people/references');
  expect(references.data.rows.map(({ kind, id, relation }) => [kind, id, relation]).toSorted()).toEqual([
    ['screen', 'chart', 'dataset'],
    ['screen', 'with-people', 'dataset'],
  ]);
  expect(await call('admin', 'POST', 'def/dataset/people/unpublish', {})).toMatchObject({
    status: 409,
    code: 'IN_USE',
    message: expect.stringContaining('chart'),
  });
});

it('runs one that is being written for administrators, as it is and only if it is valid', async () => {
  const tryOut = (definition: unknown, parameters: JsonObject = {}, login = 'admin') =>
    call(login, 'POST', 'dataset/-/rows', {
      definition: typeof definition === 'string' ? definition : JSON.stringify(definition),
      parameters,
    });
  const draft = { ...people, id: 'never-saved' };
  expect((await tryOut(draft, { login: 'leitor' })).data.rows).toMatchObject([{ people: 1 }]);
  expect((await tryOut(draft, { login: null })).data.rows[0]!['people']).toBeGreaterThan(1);
  expect(await tryOut({ ...draft, measures: { people: { sum: 'salary' } } })).toMatchObject({
    status: 422,
    code: 'DEFINITION_INVALID',
    errors: [{ path: '/measures/people/sum' }],
  });
  expect(await tryOut({ ...draft, kind: 'screen' })).toMatchObject({ status: 422 });
  for (const text of ['{', '7', 'null', '[]']) expect(await tryOut(text)).toMatchObject({ code: 'BAD_JSON' });
  expect(await tryOut(draft, { other: '1' })).toMatchObject({ code: 'BAD_FILTERS' });
  expect(await tryOut(draft, {}, 'leitor')).toMatchObject({ status: 403 });
});

it('lists what an author of views may choose, with columns and parameters, and nothing that the author may not read', async () => {
  await addPerson(app, 'author', { 'view-admin': 'ru', 'admin-user': 'r' });
  await addPerson(app, 'poor', { 'view-admin': 'ru' });
  const years: JsonObject = {
    ...people,
    id: 'people-by-year',
    parameters: {
      login: { type: 'text' },
      by: { type: 'choice', options: ['month', 'year'], default: 'year' },
    },
    group: [{ id: 'year', field: 'createdAt', bucket: { $expr: 'params.by' } }],
    measures: {
      people: { count: true },
      first: { min: 'createdAt', title: '$first' },
      logins: { distinct: 'login' },
      total: { running: { of: 'logins', along: 'year' } },
      part: { ratio: { of: 'total', to: 'people' } },
    },
    strings: { pt: { first: 'Primeiro' }, en: { first: 'First' }, es: { first: 'Primero' } },
  };
  expect(await publish('people-by-year', years)).toMatchObject({ status: 200 });
  const { data, status } = await call('author', 'GET', 'dash/datasets');
  expect(status).toBe(200);
  const found = (id: string) => data.rows.find((one) => one['id'] === id);
  expect(found('people-by-year')).toMatchObject({
    kind: 'dataset',
    title: 'Pessoas',
    parameters: [
      { name: 'login', type: 'text', required: false },
      { name: 'by', type: 'choice', options: ['month', 'year'], default: 'year' },
    ],
    columns: [
      { name: 'year', type: 'date', unit: 'year', text: '$fields.createdAt' },
      { name: 'people', type: 'number', text: '$screens.users.title' },
      { name: 'first', type: 'time', text: null, titles: { pt: 'Primeiro', en: 'First', es: 'Primero' } },
      { name: 'logins', text: null, titles: { pt: 'Login (diferentes)', en: 'Login (different)' } },
      { name: 'total', text: null, titles: { pt: 'Login (diferentes) (acumulado)' } },
      { name: 'part', text: null, titles: { pt: 'Login (diferentes) (acumulado) / Usuários' } },
    ],
  });
  expect(found('user')).toMatchObject({
    kind: 'entity',
    columns: expect.arrayContaining([
      expect.objectContaining({ name: 'name', type: 'text', text: '$fields.name' }),
      expect.objectContaining({ name: 'manager.name', type: 'text' }),
    ]),
  });
  expect(found('company')).toBeUndefined();
  const poor = await call('poor', 'GET', 'dash/datasets');
  expect(poor.data.rows).toEqual([]);
  expect(await call('leitor', 'GET', 'dash/datasets')).toMatchObject({ status: 403 });
  expect((await call('admin', 'GET', 'dash/datasets', undefined, 'beta')).data.rows).not.toContainEqual(
    expect.objectContaining({ id: 'people-by-year' }),
  );
});
