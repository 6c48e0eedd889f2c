import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
  await addPerson(app, 'composer', { 'admin-definition': 'rcu', 'basic-company': 'r' });
});
afterAll(() => app.close());

interface Answer {
  status: number;
  code?: string;
  message: string;
  data: JsonObject & { rows: JsonObject[]; columns: JsonObject[] };
  errors?: { path: string; message: string }[];
}

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: JsonObject,
  tenant: 'acme' | 'beta' = 'acme',
): Promise<Answer> {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const reply = await app.inject({ method, url: `/adm/v2/${path}`, headers, ...(payload && { payload }) });
  return { ...reply.json<object>(), status: reply.statusCode } as unknown as Answer;
}

const sample = (composition: JsonObject, login = 'admin') =>
  call(login, 'POST', 'dataset/-/composition/rows', { composition });

const people: JsonObject = {
  id: 'people-composed',
  otherId: 'people-composed',
  title: 'Pessoas por ano',
  from: 'user',
  shape: 'groups',
  groups: [{ title: 'Ano', path: 'createdAt', bucket: 'year' }],
  measures: [
    { title: 'Pessoas', kind: 'count' },
    { title: 'Pessoas com gestor', kind: 'distinct', path: 'manager' },
    { title: 'Parte', kind: 'share', of: 'Pessoas' },
    { title: 'Acumulado', kind: 'running', of: 'Pessoas', along: 'Ano' },
  ],
  conditions: [{ path: 'login', operator: 'eq', source: 'parameter', parameter: 'Pessoa' }],
  parameters: [{ title: 'Pessoa', type: 'text', path: null, options: null, default: '' }],
  order: [{ by: 'Pessoas', desc: true }],
};

it('answers rows of a form with titles, also while items are not filled in', async () => {
  const { data, status, message } = await sample(people);
  expect(message).toBe('');
  expect(status).toBe(200);
  expect(data.columns).toMatchObject([
    { name: 'ano', title: 'Ano', cell: 'text' },
    { name: 'pessoas', title: 'Pessoas', cell: 'number' },
    { name: 'pessoasComGestor', title: 'Pessoas com gestor' },
    { name: 'parte', title: 'Parte', cell: 'percent' },
    { name: 'acumulado' },
  ]);
  expect(data.rows[0]).toMatchObject({ ano: String(new Date().getFullYear()), parte: 1 });
  const open = { ...people, measures: [...(people['measures'] as JsonObject[]), { title: 'Nova' }, {}] };
  expect((await sample(open)).data.rows).toEqual(data.rows);
  expect(await sample({ title: 'x' })).toMatchObject({ status: 200, data: { isEmpty: true, rows: [] } });
});

it('names what is wrong at its field of the form, in the language of its author', async () => {
  const at = async (change: JsonObject, login = 'admin') =>
    (await sample({ ...people, ...change }, login)).errors?.map(({ path }) => path);
  expect(await at({ measures: [{ title: 'Soma', kind: 'sum', path: 'salary' }], order: [] })).toEqual([
    '/measures/0/path',
  ]);
  expect(await at({ measures: [{ title: 'Soma', kind: 'sum', path: 'name' }], order: [] })).toEqual([
    '/measures/0/path',
  ]);
  expect(await at({ order: [{ by: 'Nada' }] })).toEqual(['/order/0/by']);
  expect(await at({ zone: 'Mars/Olympus' })).toEqual(['/zone']);
  expect(
    await at({
      conditions: [{ path: 'login', operator: 'within', source: 'parameter', parameter: 'Pessoa' }],
    }),
  ).toEqual(['/conditions/0/operator']);
  expect(
    await at({ conditions: [{ path: 'createdAt', operator: 'within', source: 'value', value: 'ontem' }] }),
  ).toEqual(['/conditions/0/value']);
  expect(
    await at({ measures: [...(people['measures'] as JsonObject[]), { title: 'Ano', kind: 'count' }] }),
  ).toEqual(['/measures/4/title']);
  expect(await at({ from: 'nothing' })).toEqual(['/from']);
  const wrong = await sample({ ...people, zone: 'Mars/Olympus' });
  expect(wrong).toMatchObject({ status: 422, code: 'DEFINITION_INVALID' });
  expect(wrong.errors![0]!.message).toContain("'Mars/Olympus' não existe");
});

it('names comparisons and types as the form does, and months as people write them', async () => {
  const condition = { path: 'createdAt', operator: 'notContains', value: 'x' };
  const wrong = await sample({ ...people, conditions: [condition] });
  expect(wrong.errors).toEqual([
    {
      path: '/conditions/0/operator',
      message:
        '“Não contém” não vale para um campo que contém data e hora. Escolha outra comparação ou outro campo.',
    },
  ]);
  const ofText = { path: 'createdAt', operator: 'eq', source: 'parameter', parameter: 'Pessoa' };
  expect((await sample({ ...people, conditions: [ofText] })).errors?.map(({ path }) => path)).toEqual([
    '/conditions/0/parameter',
  ]);
  const groups = [
    { title: 'Mês', path: 'createdAt', bucket: 'month' },
    { title: 'Trimestre', path: 'createdAt', bucket: 'quarter' },
  ];
  const { data } = await sample({ ...people, groups, measures: [{ title: 'Pessoas', kind: 'count' }] });
  expect(data.columns.map(({ cell }) => cell)).toEqual(['text', 'text', 'number']);
  expect(data.rows[0]).toMatchObject({
    mes: expect.stringMatching(/^[a-z]{3}\/\d{4}$/),
    trimestre: expect.stringMatching(/^[1-4]º tri\/\d{4}$/),
  });
});

it('leaves out what refers to a parameter that is not filled in yet', async () => {
  const parameters = [{ title: 'Unidade', type: 'values', path: null }];
  const conditions = [{ path: 'uo', operator: 'in', source: 'parameter', parameter: 'Unidade' }];
  const open = { ...people, parameters, conditions };
  expect(await sample(open)).toMatchObject({ status: 200, data: { isEmpty: false } });
  const saved = await call('admin', 'POST', 'dataset/-/composition', {
    composition: { ...open, id: 'open' },
  });
  expect(saved.errors?.map(({ path }) => path)).toEqual(['/parameters/0/path']);
});

it('names every field that it offers', async () => {
  const { data } = await call('admin', 'GET', 'dataset/-/paths?from=company');
  const labels = data.rows.map(({ label }) => String(label));
  expect(labels).toEqual(expect.arrayContaining(['Criado por', 'Atualizado por › Nome']));
  expect(labels.filter((label) => label.includes('fields.'))).toEqual([]);
});

it('offers the comparisons, units and values that suit a field', async () => {
  const { data } = await call('admin', 'GET', 'dataset/-/paths?from=user');
  const offered = (path: string, kind: 'operators' | 'buckets' | 'choices') => {
    const found = data.rows.find(({ value }) => value === path)!;
    return (found[kind] as JsonObject[]).map(({ value }) => value);
  };
  expect(offered('createdAt', 'operators')).toEqual([
    'eq',
    'ne',
    'in',
    'notIn',
    'from',
    'to',
    'within',
    'empty',
    'notEmpty',
  ]);
  expect(offered('name', 'operators')).toContain('contains');
  expect(offered('name', 'buckets')).toEqual([]);
  expect(offered('createdAt', 'buckets')).toContain('month');
  expect(offered('uo', 'operators')).toContain('under');
  expect(offered('isActive', 'operators')).toEqual(['eq', 'ne', 'empty', 'notEmpty']);
  expect(offered('isActive', 'choices')).toEqual(['true', 'false']);
  expect(offered('user~manager', 'operators')).toEqual(['exists', 'notExists']);
  const several = { path: 'login', operator: 'in', source: 'value', values: ['admin', 'leitor'] };
  const measures = [{ title: 'Pessoas', kind: 'count' }];
  const some = { ...people, groups: [], order: [], parameters: [], measures, conditions: [several] };
  expect((await sample(some)).data.rows).toEqual([{ pessoas: 2 }]);
});

it('lets nobody compose over what they may not read, and lets in nobody without the right', async () => {
  expect(await sample(people, 'leitor')).toMatchObject({ status: 403 });
  expect(await sample(people, 'composer')).toMatchObject({ errors: [{ path: '/from' }] });
  const companies: JsonObject = {
    title: 'x',
    from: 'company',
    shape: 'groups',
    measures: [{ title: 'n', kind: 'count' }],
  };
  expect(await sample(companies, 'composer')).toMatchObject({ status: 200 });
  const behind = { ...companies, groups: [{ title: 'Quem', path: 'createdBy.name' }] };
  expect(await sample(behind, 'composer')).toMatchObject({
    status: 422,
    errors: [{ path: '/groups/0/path', message: expect.stringContaining('não pode ler') }],
  });
  const saved = await call('composer', 'POST', 'dataset/-/composition', {
    composition: { ...behind, id: 'behind' },
  });
  expect(saved).toMatchObject({ status: 422, errors: [{ path: '/groups/0/path' }] });
  const { data } = await call('composer', 'GET', 'dataset/-/entities');
  // Periods are chosen by their names, as yes and no are.
  expect(data).toMatchObject({
    starts: [
      {
        value: 'period',
        choices: expect.arrayContaining([{ value: 'last-30-days', label: 'Últimos 30 dias' }]),
      },
      { value: 'boolean', choices: [{ value: 'true', label: 'Sim' }, expect.anything()] },
    ],
  });
  expect(data.rows.map(({ value }) => value)).not.toContain('user');
  const paths = await call('composer', 'GET', 'dataset/-/paths?from=company');
  expect(paths.data.rows.some(({ value }) => String(value).startsWith('createdBy.'))).toBe(false);
  expect((await call('composer', 'GET', 'dataset/-/paths?from=user')).data.rows).toEqual([]);
  expect(await call('leitor', 'GET', 'dataset/-/entities')).toMatchObject({ status: 403 });
});

it('saves a form as a draft, gives it back as it was, and keeps what the form has no field for', async () => {
  const made = await call('admin', 'POST', 'dataset/-/composition', { composition: people });
  expect(made).toMatchObject({ status: 201, data: { id: 'people-composed', version: 1 } });
  const again = await call('admin', 'POST', 'dataset/-/composition', { composition: people });
  expect(again).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ path: '/id' }] });
  const empty = { ...people, id: 'empty', measures: [{ title: 'Nova' }] };
  expect(await call('admin', 'POST', 'dataset/-/composition', { composition: empty })).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([{ path: '/measures/0/kind', message: 'Preencha este campo.' }]),
  });
  const stored = await call('admin', 'GET', 'def/dataset/people-composed?draft=1');
  const definition = stored.data['definition'] as JsonObject;
  expect(definition).toMatchObject({
    group: [{ id: 'ano', title: 'Ano', field: 'createdAt', bucket: 'year' }],
    measures: { pessoas: { count: true }, acumulado: { running: { of: 'pessoas', along: 'ano' } } },
    where: { all: [{ login: { eq: { $expr: 'params.pessoa' } } }] },
    order: ['pessoas_desc'],
  });
  expect(
    await call('admin', 'GET', 'dataset/people-composed/-/composition', undefined, 'beta'),
  ).toMatchObject({
    status: 404,
  });

  // Written by hand, with a condition, a total and texts that the form does not show.
  const byHand: JsonObject = {
    ...definition,
    title: '$t',
    strings: { pt: { t: 'Pessoas' }, en: { t: 'People' }, es: { t: 'Personas' } },
    where: {
      all: [
        { login: { eq: { $expr: 'params.pessoa' } } },
        { not: { all: [{ name: { contains: 'a' } }, { login: { contains: 'b' } }] } },
        { has: { 'user~manager': { isActive: { eq: true } } } },
        { any: [{ name: { contains: 'x' } }, { login: { empty: true } }] },
      ],
    },
  };
  const put = await call('admin', 'PUT', 'def/dataset/people-composed', { definition: byHand, version: 1 });
  expect(put.message).not.toContain('inválid');
  const { data } = await call('admin', 'GET', 'dataset/people-composed/-/composition');
  const composition = data['composition'] as JsonObject;
  expect(composition).toMatchObject({ title: 'Pessoas', keptCount: 1 });
  expect(composition['conditions']).toMatchObject([
    { path: 'login', operator: 'eq', parameter: 'Pessoa' },
    { path: 'user~manager.isActive', operator: 'eq', value: 'true' },
    { path: 'name', operator: 'contains', or: false },
    { path: 'login', operator: 'empty', or: true },
  ]);
  const saved = await call('admin', 'PUT', 'dataset/people-composed/-/composition', {
    composition: { ...composition, title: 'Gente' },
    version: data['version']!,
  });
  expect(saved).toMatchObject({ status: 200 });
  const after = (await call('admin', 'GET', 'def/dataset/people-composed?draft=1')).data[
    'definition'
  ] as JsonObject;
  expect(after['strings']).toMatchObject({ pt: { t: 'Gente' }, en: { t: 'People' } });
  expect(after['where']).toEqual({
    all: [
      ...(byHand['where'] as { all: JsonObject[] }).all.filter((one) => !('not' in one)),
      (byHand['where'] as { all: JsonObject[] }).all[1],
    ],
  });
  expect(after['measures']).toEqual(definition['measures']);
});

it('explains what is being composed to those who may compose', async () => {
  const explain = (login: string) =>
    call(login, 'POST', 'dataset/-/composition/explain', { composition: people });
  expect((await explain('admin')).data).toMatchObject({ sql: expect.stringContaining('with l0 as') });
  expect(await explain('leitor')).toMatchObject({ status: 403 });
});

it('answers a conflict with what another person saved, as the form has it, so that either side can be saved', async () => {
  const path = 'dataset/composed-twice/-/composition';
  const open = {
    ...people,
    id: 'composed-twice',
    measures: [{ title: 'Pessoas', kind: 'count' }],
    order: [],
  };
  await call('admin', 'POST', 'dataset/-/composition', { composition: open });
  const { data } = await call('admin', 'GET', path);
  const composition = data['composition'] as JsonObject;
  expect(composition['version']).toBe(1);
  const titled = (of: JsonObject, title: string): JsonObject => ({
    ...of,
    measures: (of['measures'] as JsonObject[]).map((one) => ({ ...one, title })),
  });
  const put = (one: JsonObject) => call('admin', 'PUT', path, { composition: one, version: one['version']! });
  expect(await put(titled(composition, 'De uma'))).toMatchObject({ status: 200, data: { version: 2 } });
  const refused = await put(titled(composition, 'De outra'));
  expect(refused).toMatchObject({
    status: 409,
    code: 'VERSION_CONFLICT',
    data: { version: 2, stored: true, measures: [{ name: 'pessoas', title: 'De uma', kind: 'count' }] },
  });
  expect(refused.data).not.toHaveProperty('definition');
  expect(await put(titled(refused.data, 'De outra'))).toMatchObject({
    status: 200,
    data: { version: 3, merged: null },
  });
});

it('says whose changes a saved draft has beside the own ones, so that nobody publishes what they did not see', async () => {
  const path = 'dataset/composed-by-two/-/composition';
  const measures = [{ title: 'Pessoas', kind: 'count' }];
  await call('admin', 'POST', 'dataset/-/composition', {
    composition: { ...people, id: 'composed-by-two', measures, order: [] },
  });
  const { data } = await call('admin', 'GET', path);
  const composition = data['composition'] as JsonObject;
  const put = (more: JsonObject) =>
    call('admin', 'PUT', path, { composition: { ...composition, ...more }, version: 1 });
  expect(await put({ title: 'De uma' })).toMatchObject({ status: 200, data: { version: 2, merged: null } });
  expect(await put({ limit: 7 })).toMatchObject({
    status: 200,
    data: { version: 3, merged: { author: expect.stringMatching(/./) } },
  });
  const after = await call('admin', 'GET', path);
  expect(after.data['composition']).toMatchObject({ title: 'De uma', limit: 7 });
});

it('calls a group without a title like its field, and asks for the unit of time at its own field', async () => {
  const measures = [{ title: 'Pessoas', kind: 'count' }];
  const open = { ...people, id: 'untitled', measures, order: [], conditions: [], parameters: [] };
  const groups: JsonObject[] = [{ path: 'isActive' }, { title: '', path: 'createdAt', bucket: 'year' }];
  expect((await sample({ ...open, groups })).data.columns).toMatchObject([
    { name: 'isactive', title: 'Ativo' },
    { name: 'createdat', title: expect.stringMatching(/^Criado em/) },
    { name: 'pessoas' },
  ]);
  const made = await call('admin', 'POST', 'dataset/-/composition', { composition: { ...open, groups } });
  expect(made.status).toBe(201);
  const { data } = await call('admin', 'GET', 'dataset/untitled/-/composition');
  expect((data['composition'] as JsonObject)['groups']).toMatchObject([
    { name: 'isactive', title: 'Ativo' },
    { name: 'createdat', title: 'Criado em' },
  ]);
  const whole = await sample({ ...open, groups: [{ title: 'Entrada', path: 'createdAt' }] });
  expect(whole.errors).toEqual([
    { path: '/groups/0/bucket', message: 'Escolha a unidade de tempo: dia, semana, mês…' },
  ]);
});

it('names the types of parameters that suit a comparison', async () => {
  const conditions = [{ path: 'uo', operator: 'eq', source: 'parameter', parameter: 'Pessoa' }];
  expect((await sample({ ...people, conditions })).errors).toEqual([
    {
      path: '/conditions/0/parameter',
      message: 'Este parâmetro é do tipo Texto. Para esta comparação, escolha um do tipo Número.',
    },
  ]);
});

it('names the published documents that a draft without their parameters or columns would break', async () => {
  const measures: JsonObject[] = [
    { title: 'Pessoas', kind: 'count' },
    { title: 'Gestores', kind: 'distinct', path: 'manager' },
  ];
  const open = { ...people, id: 'breaking', measures, order: [] };
  await call('admin', 'POST', 'dataset/-/composition', { composition: open });
  await call('admin', 'POST', 'def/dataset/breaking/publish', { comment: 'x' });
  const dashboard = (id: string, title: string, query: JsonObject, field: string): JsonObject => ({
    kind: 'screen',
    formatVersion: 2,
    id,
    title,
    path: `/${id}`,
    access: { screen: 'admin-user', verb: 'read' },
    sources: { rows: { dataset: 'breaking', query } },
    body: [
      { id: 'list', type: 'table', source: 'rows', props: { label: title, columns: [{ field, title }] } },
    ],
  });
  for (const definition of [
    dashboard('by-parameter', 'Com parâmetro', { pessoa: 'admin' }, 'pessoas'),
    dashboard('by-column', 'Com coluna', {}, 'gestores'),
    dashboard('by-neither', 'Com nenhum', {}, 'pessoas'),
  ]) {
    expect(await call('admin', 'POST', 'def', { definition })).toMatchObject({ status: 200 });
    const published = await call('admin', 'POST', `def/screen/${String(definition['id'])}/publish`, {
      comment: 'x',
    });
    expect(published.message).toContain('publicad');
  }
  const broken = async () => {
    const { data } = await call('admin', 'GET', 'dataset/breaking/-/broken');
    return data.rows.map(({ title }) => String(title)).toSorted();
  };
  expect(await broken()).toEqual([]);
  const { data } = await call('admin', 'GET', 'dataset/breaking/-/composition');
  const stored = data['composition'] as JsonObject;
  const less = {
    ...stored,
    measures: (stored['measures'] as JsonObject[]).slice(0, 1),
    parameters: [],
    conditions: [],
  };
  const version = stored['version']!;
  expect(
    await call('admin', 'PUT', 'dataset/breaking/-/composition', { composition: less, version }),
  ).toMatchObject({ status: 200 });
  expect(await broken()).toEqual(['Com coluna', 'Com parâmetro']);
});
