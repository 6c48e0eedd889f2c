import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { PublicationCheck, ScheduledPublication, ViewDifference } from '../../../../contracts/view.ts';
import { JobWorker } from '../../../jobs/worker.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { longestOf, transactionsOf } from '../../../testing/transactions.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { hurryJobs } from '../../../testing/jobs.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let worker: JobWorker;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  worker = new JobWorker(app.database, app.kernel.env, app.fastify.log, app.jobs);
  await worker.start();
  await addPerson(app, 'autora', { 'view-admin': 'rcu', 'admin-user': 'r' });
  await addPerson(app, 'leitora', { 'view-admin': 'r' });
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

interface Answer {
  status: number;
  code: string;
  message: string;
  data: JsonObject & { rows: JsonObject[]; dashId: number; ids: number[] };
  errors?: { path: string; message: string }[];
}

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Answer> {
  const reply = await app.inject({
    method,
    url: `/adm/v2/${path}`,
    headers: await app.sessionOf(app.tenants.acme, login),
    ...(payload && { payload }),
  });
  return { ...reply.json<Answer>(), status: reply.statusCode };
}

/** Saves other content over a view's draft. */
async function write(dashId: number, more: object): Promise<void> {
  const { data } = await call('admin', 'GET', `def/dashboard/dash-${dashId}?draft=1`);
  const definition = { ...(data['definition'] as JsonObject), ...more };
  const saved = await call('admin', 'PUT', `def/dashboard/dash-${dashId}`, {
    definition,
    version: data['version'],
  });
  expect([saved.status, saved.errors]).toEqual([200, undefined]);
}

const made = async (title: string, login = 'admin') =>
  (await call(login, 'POST', 'dash', { title })).data.dashId;
const publish = (dashId: number) => call('admin', 'POST', `dash/pub/${dashId}`, { comment: '<p>x</p>' });
const tile = (id: string, more: object = {}) => ({
  id,
  type: 'text',
  at: { x: 0, y: 0, w: 6, h: 2 },
  props: { text: id },
  ...more,
});

describe('what end users see', () => {
  it('does not change by one byte until it is published', async () => {
    const id = await made('Parada');
    await write(id, { body: [tile('one')] });
    await publish(id);
    const seen = async () =>
      (
        await app.inject({
          url: `/handler/v2/dash/load/${id}`,
          headers: await app.sessionOf(app.tenants.acme, 'admin'),
        })
      ).body;
    const before = await seen();
    await write(id, { body: [tile('one', { props: { text: 'Outra' } }), tile('two')] });
    await call('admin', 'PUT', `dash/${id}`, { title: 'Outro título' });
    expect(await seen()).toBe(before);
    await publish(id);
    expect(await seen()).not.toBe(before);
  });
});

describe('the history of a view', () => {
  it('tells with each version what changed, and leads back to it', async () => {
    const id = await made('Contada');
    await write(id, { body: [tile('one'), tile('gone')] });
    await publish(id);
    await write(id, {
      body: [tile('one', { at: { x: 6, y: 0, w: 6, h: 2 }, props: { text: 'Novo' } }), tile('more')],
      strings: { pt: { a: 'A' } },
    });
    await publish(id);
    const { data } = await call('leitora', 'GET', `dash/${id}/history`);
    expect(data.rows).toMatchObject([{ comment: 'x', current: true }, { current: false }]);
    const [last, first] = data.rows.map(({ version }) => Number(version)) as [number, number];
    const version = (await call('leitora', 'GET', `dash/${id}/history/${last}`)).data;
    expect((version['differences'] as unknown as ViewDifference[]).map(({ text }) => text)).toEqual([
      'Mudou de lugar ou tamanho: Novo',
      'Alterado: Novo (Texto)',
      'Novo: more, Texto',
      'Removido: gone, Texto',
      'Textos (Português): “A”',
    ]);
    expect(new Set((version['differences'] as unknown as ViewDifference[]).map((one) => one.id)).size).toBe(
      5,
    );
    expect(version).toMatchObject({ first: false, definition: { id: `dash-${id}` } });
    expect((await call('leitora', 'POST', `dash/${id}/rollback`, { version: first })).status).toBe(403);
    expect((await call('autora', 'POST', `dash/${id}/rollback`, { version: first })).status).toBe(200);
    const load = await call('admin', 'GET', `def/dashboard/dash-${id}`);
    expect((load.data['definition'] as JsonObject)['body']).toMatchObject([{ id: 'one' }, { id: 'gone' }]);
    expect(await call('autora', 'POST', `dash/${id}/unpublish`)).toMatchObject({
      status: 200,
      message: 'A visão Contada foi despublicada.',
    });
    expect((await call('admin', 'GET', `dash/${id}`)).data).toMatchObject({
      state: 'draft',
      publishedVersion: 0,
    });
    expect((await call('admin', 'GET', `dash/999999/history`)).status).toBe(404);
    await publish(id);
    const again = (await call('admin', 'GET', `dash/${id}/history`)).data.rows;
    expect(again).toMatchObject([{ current: true }, { ended: true }, {}, {}, {}]);
    const latest = (await call('admin', 'GET', `dash/${id}/history/${Number(again[0]!.version)}`)).data;
    expect(latest).toMatchObject({ first: false, differences: [] });
  });
});

describe('publishing with groups', () => {
  it('lets them open the view, and only who may open it grants it', async () => {
    const id = await made('Liberada');
    const { rows } = await sql<{ id: number }>`
      insert into access_group (tenant_id, name) values (${app.tenants.acme}, 'Leitores da Liberada')
      returning id::float8 as id`.execute(app.database.owner);
    const group = rows[0]!.id;
    expect(
      (await call('autora', 'POST', 'dash/pub', { ids: [id], comment: 'x', groups: [group] })).status,
    ).toBe(403);
    const unknown = await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', groups: [987654] });
    expect([unknown.status, unknown.errors?.[0]?.path]).toEqual([400, '/groups/0']);
    expect((await call('admin', 'GET', `dash/${id}`)).data['state']).toBe('draft');
    await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', groups: [group] });
    const check = (await call('admin', 'GET', `dash/pub/check?ids=${id}`)).data
      .rows as unknown as PublicationCheck[];
    expect(check).toMatchObject([{ dashId: id, readers: ['Leitores da Liberada'], state: 'published' }]);
  });

  it('names widgets without data, and pivot tables that lack a group, before they are published', async () => {
    const id = await made('Incompleta');
    const { definition, version } = (await call('admin', 'GET', `dash/${id}/draft`)).data;
    const dataset: JsonObject = {
      kind: 'dataset',
      formatVersion: 2,
      id: 'two-groups',
      title: 'Dois grupos',
      from: 'user',
      group: [
        { id: 'active', field: 'isActive' },
        { id: 'year', field: 'createdAt', bucket: 'year' },
      ],
      measures: { people: { count: true } },
    };
    await call('admin', 'POST', 'def', { definition: dataset });
    await call('admin', 'POST', 'def/dataset/two-groups/publish', { comment: 'x' });
    const pivot = (title: string, more: JsonObject): JsonObject => ({
      id: title.toLowerCase(),
      type: 'pivot-table',
      source: 'two',
      at: { x: 0, y: title === 'Meia' ? 6 : 12, w: 6, h: 6 },
      props: {
        title,
        rows: [{ field: 'active', label: 'Ativo' }],
        measures: [{ field: 'people', label: 'Pessoas' }],
        ...more,
      },
    });
    const body: JsonObject[] = [
      {
        id: 'pie',
        type: 'pie',
        at: { x: 0, y: 0, w: 4, h: 6 },
        props: { title: '$palette.pie.title', category: 'a', value: 'b' },
      },
      { id: 'list', type: 'list', source: 'two', at: { x: 4, y: 0, w: 4, h: 6 }, props: { label: 'Nomes' } },
      pivot('Meia', {}),
      pivot('Inteira', { columns: [{ field: 'year', label: 'Ano' }] }),
    ];
    const sources = { two: { dataset: 'two-groups' } };
    const saved = await call('admin', 'PUT', `dash/${id}/draft`, {
      definition: { ...(definition as JsonObject), sources, body },
      version,
    });
    expect(saved.status).toBe(200);
    const [check] = (await call('admin', 'GET', `dash/pub/check?ids=${id}`)).data
      .rows as unknown as PublicationCheck[];
    expect(check!.warnings).toEqual([
      '“Pizza ou rosca” não tem dados: escolha-os na aba Dados ou exclua o componente.',
      '“Nomes” não tem a coluna que nomeia as linhas: escolha o título na aba Dados.',
      '“Meia” mostraria um erro: o conjunto de dados agrupa também por year. Acrescente-os às linhas ou às colunas.',
    ]);
    expect(check!.refused).toBeNull();
  });

  it('publishes many with the statements of a few, and no more than 50 at a time', async () => {
    const many: number[] = [];
    for (let at = 0; at < 51; at += 1) many.push(await made(`Junto ${at}`));
    const gesture = (ids: number[]) => call('admin', 'POST', 'dash/pub', { ids, comment: '<p>x</p>' });
    expect(await gesture(many)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/no máximo 50 .*51 /),
    });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await call('admin', 'POST', 'dash/pub', { ids: many, comment: '<p>x</p>', at })).status).toBe(
      400,
    );
    const longest = async (ids: number[]) =>
      longestOf(await transactionsOf(async () => expect((await gesture(ids)).data.ids).toEqual(ids)));
    expect(await longest(many.slice(2, 50))).toBe(await longest(many.slice(0, 2)));
  });

  it('checks each view in a transaction of its own, and no more than 50', async () => {
    const many: number[] = [];
    for (let at = 0; at < 51; at += 1) many.push(await made(`Verificada ${at}`));
    const checked = (ids: number[]) => call('admin', 'GET', `dash/pub/check?ids=${ids.join(',')}`);
    expect(await checked(many)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/no máximo 50 .*51 /),
    });
    const longest = async (ids: number[]) =>
      longestOf(await transactionsOf(async () => expect((await checked(ids)).status).toBe(200)));
    expect(await longest(many.slice(0, 10))).toBe(await longest(many.slice(0, 1)));
  });

  it('publishes and schedules no draft that is newer than the one that was seen', async () => {
    const id = await made('Vista');
    const check = (await call('admin', 'GET', `dash/pub/check?ids=${id}`)).data
      .rows as unknown as PublicationCheck[];
    const versions = check.map(({ dashId, version }) => ({ id: dashId, version }));
    const { definition, version } = (await call('autora', 'GET', `dash/${id}/draft`)).data;
    await call('autora', 'PUT', `dash/${id}/draft`, {
      definition: { ...(definition as JsonObject), title: 'Vista por outra' },
      version,
    });
    for (const at of [null, soon()]) {
      const given = { ids: [id], comment: 'x', versions, at };
      const refused = await call('admin', 'POST', 'dash/pub', given);
      expect(refused).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
      expect(refused.message).toContain('Vista por outra');
    }
    expect((await call('admin', 'GET', `dash/${id}`)).data['state']).toBe('draft');
    const latest = versions.map((one) => ({ ...one, version: Number(version) + 1 }));
    const given = { ids: [id], comment: 'x', versions: latest };
    expect((await call('admin', 'POST', 'dash/pub', given)).status).toBe(200);
  });

  it('lets them open a view that is published as it stands', async () => {
    const id = await made('Já publicada');
    await publish(id);
    const { rows } = await sql<{ id: number }>`
      insert into access_group (tenant_id, name) values (${app.tenants.acme}, 'Leitores de sempre')
      returning id::float8 as id`.execute(app.database.owner);
    const group = rows[0]!.id;
    const given = { ids: [id], comment: 'x', groups: [group] };
    expect((await call('autora', 'POST', 'dash/pub', given)).status).toBe(403);
    expect(await call('admin', 'POST', 'dash/pub', given)).toMatchObject({
      status: 200,
      data: { ids: [], scheduled: null },
      message: 'Nada novo foi publicado. Os grupos escolhidos já podem abrir: Já publicada.',
    });
    const check = (await call('admin', 'GET', `dash/pub/check?ids=${id}`)).data
      .rows as unknown as PublicationCheck[];
    expect(check).toMatchObject([{ readers: ['Leitores de sempre'], state: 'published' }]);
    expect((await call('admin', 'GET', `dash/${id}/history`)).data.rows).toHaveLength(1);
  });

  it('says which texts are missing in which language, and what would refuse it', async () => {
    const id = await made('Traduzida');
    await write(id, {
      body: [tile('one', { props: { text: '$hello' } }), tile('two', { props: { text: '$bye' } })],
      // Of a widget that was removed.
      strings: { pt: { hello: 'Olá', bye: 'Tchau', gone: 'Foi' }, en: { hello: 'Hello', bye: ' ' } },
      sources: { jobs: { get: '/adm/v2/failure', rows: 'data.rows' } },
    });
    const rows = (await call('autora', 'GET', `dash/pub/check?ids=${id}`)).data
      .rows as unknown as PublicationCheck[];
    expect(rows[0]!.missing).toEqual([
      { language: 'en', keys: ['bye'], texts: ['Tchau'] },
      { language: 'es', keys: ['bye', 'hello'], texts: ['Tchau', 'Olá'] },
    ]);
    expect(rows[0]!.refused).toContain('GET /adm/v2/failure');
    expect((await call('leitora', 'GET', `dash/pub/check?ids=${id}`)).status).toBe(403);
    expect((await call('admin', 'GET', 'dash/pub/check?ids=1;2')).status).toBe(400);
  });
});

describe('a view of an entity', () => {
  const entities = ['company', 'user', 'organizational-unit', 'audit', 'sign-in', 'job'];
  const templatesFor = async (entity: string, login = 'admin') =>
    call(login, 'GET', `dash/start/template?entity=${entity}`);

  it('is offered for the entities that the caller may read', async () => {
    const starts = (await call('admin', 'GET', 'dash/start')).data.rows;
    expect(starts).toContainEqual({ entity: 'company', title: 'Empresas' });
    expect((await call('autora', 'GET', 'dash/start')).data.rows).not.toContainEqual(
      expect.objectContaining({ entity: 'company' }),
    );
  });

  it('has the templates that its records have something for', async () => {
    const offered = await Promise.all(
      entities.map(async (entity) => [
        entity,
        (await templatesFor(entity)).data.rows.map(({ template }) => template),
      ]),
    );
    expect(Object.fromEntries(offered)).toEqual({
      company: ['overview', 'evolution', 'distribution', 'records'],
      user: ['overview', 'evolution', 'distribution', 'records'],
      'organizational-unit': ['overview', 'evolution', 'distribution', 'records'],
      audit: ['overview', 'evolution', 'distribution'],
      'sign-in': ['overview', 'evolution', 'distribution'],
      job: ['overview', 'evolution', 'distribution'],
    });
    expect((await templatesFor('company')).data.rows[0]).toEqual({
      template: 'overview',
      title: 'Visão geral',
      description: 'O total, um gráfico e os registros.',
    });
    expect((await templatesFor('company', 'autora')).status).toBe(403);
    const unknown = await templatesFor('nothing');
    expect([unknown.status, unknown.errors?.[0]?.path]).toEqual([400, '/entity']);
  });

  it.each(entities)('begins with data in every element of each template: %s', async (entity) => {
    for (const { template } of (await templatesFor(entity)).data.rows) {
      const reply = await call('admin', 'POST', 'dash', {
        title: `Sobre ${entity}`,
        start: { entity, template },
      });
      expect([template, reply.status, reply.errors]).toEqual([template, 201, undefined]);
      const { dashId } = reply.data;
      const draft = (await call('admin', 'GET', `dash/${dashId}/draft`)).data;
      const checked = (await call('admin', 'GET', `dash/pub/check?ids=${dashId}`)).data.rows;
      expect([template, checked]).toMatchObject([template, [{ missing: [], refused: null }]]);
      expect((await publish(dashId)).status).toBe(200);
      const { body } = draft['definition'] as { body: { id: string; source: string }[] };
      for (const { id } of body) {
        const answer = await app.inject({
          url: `/handler/v2/dash/load/data/${id}/${dashId}`,
          headers: await app.sessionOf(app.tenants.acme, 'admin'),
        });
        expect([template, id, answer.statusCode]).toEqual([template, id, 200]);
      }
    }
  });

  it('is refused for records that the caller may not read, and for what there is not', async () => {
    const withStart = async (start: JsonObject, login = 'admin') => {
      const { status, errors } = await call(login, 'POST', 'dash', { title: 'x', start });
      return [status, errors?.[0]?.path];
    };
    expect(await withStart({ entity: 'company' }, 'autora')).toEqual([403, undefined]);
    expect(await withStart({ entity: 'nothing' })).toEqual([400, '/start/entity']);
    expect(await withStart({ template: 'overview' })).toEqual([400, '/start/entity']);
    expect(await withStart({ entity: 'job', template: 'records' })).toEqual([400, '/start/template']);
    expect(await withStart({ entity: 'job', template: 'nothing' })).toEqual([400, '/start/template']);
  });
});

const soon = () => new Date(Date.now() + 86_400_000).toISOString();
const scheduled = async (login = 'admin') =>
  (await call(login, 'GET', 'dash/pub')).data.rows as unknown as ScheduledPublication[];

/** Lets the time of a publication come, and waits until it has ended. */
async function ended(id: number): Promise<ScheduledPublication> {
  await hurryJobs(
    app.database,
    sql`kind = 'views.publish' and (payload ->> 'publicationId')::bigint = ${id}`,
  );
  await expect
    .poll(async () => (await scheduled()).find((one) => one.id === id)?.state, { timeout: 60_000 })
    .not.toBe('waiting');
  return (await scheduled()).find((one) => one.id === id)!;
}

describe('a scheduled publication', () => {
  it.each([
    ['no time', 'amanhã', 'Informe quando publicar'],
    ['a time without a zone', '2090-01-01T10:00:00', 'Informe quando publicar'],
    ['a time that is over', '2020-01-01T10:00:00Z', 'já passou'],
    ['a time too far ahead', '2090-01-01T10:00:00Z', '366 dias'],
  ])('is refused for %s', async (_, at, message) => {
    const id = await made('Sem hora');
    const refused = await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', at });
    expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, '/at']);
    expect(refused.message).toContain(message);
  });

  it('is in the list until it runs, and publishes as who scheduled it', async () => {
    const id = await made('Agendada');
    const at = soon();
    const reply = await call('autora', 'POST', 'dash/pub', { ids: [id], comment: '<p>Lançamento</p>', at });
    expect(reply).toMatchObject({ status: 200, message: 'Publicação agendada', data: { ids: [id] } });
    expect((await call('admin', 'GET', `dash/${id}`)).data).toMatchObject({
      state: 'draft',
      scheduledAt: `${at.slice(0, 19)}Z`,
    });
    expect((await scheduled('leitora')).find(({ ids }) => ids.includes(id))).toMatchObject({
      state: 'waiting',
      comment: 'Lançamento',
      titles: 'Agendada',
      by: 'Pessoa autora',
    });
    expect(await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', at })).toMatchObject({
      status: 422,
    });
    const { id: publication } = (await scheduled()).find(({ ids }) => ids.includes(id))!;
    expect(await ended(publication)).toMatchObject({ state: 'done' });
    expect((await call('admin', 'GET', `dash/${id}`)).data).toMatchObject({
      state: 'published',
      scheduledAt: null,
    });
    expect((await call('admin', 'GET', `dash/${id}/history`)).data.rows).toMatchObject([
      { comment: 'Lançamento', author: 'Pessoa autora' },
    ]);
  });

  const schedule = async (login: string, ids: number[]): Promise<number> => {
    const { data } = await call(login, 'POST', 'dash/pub', { ids, comment: '<p>x</p>', at: soon() });
    return (data['scheduled'] as JsonObject)['id'] as number;
  };
  const bodyOf = async (path: string) =>
    ((await call('admin', 'GET', path)).data['definition'] as JsonObject)['body'];

  it('publishes each draft as it was then, and leaves later changes a draft', async () => {
    const [one, other] = [await made('Agendada um'), await made('Agendada outra')];
    await write(other, { body: [tile('then')] });
    expect((await call('admin', 'GET', `dash/${other}/draft`)).data['scheduledAt']).toBeNull();
    const publication = await schedule('autora', [one, other]);
    expect((await call('admin', 'GET', `dash/${other}/draft`)).data['scheduledAt']).toMatch(/Z$/);
    // As many drafts as it takes until the oldest ones are removed.
    await sql`update definition set last_version = last_version + 60 where id = ${`dash-${other}`}`.execute(
      app.database.owner,
    );
    await write(other, { body: [tile('later')] });
    expect(await ended(publication)).toMatchObject({ state: 'done', message: '' });
    expect((await call('admin', 'GET', `dash/${one}`)).data['state']).toBe('published');
    expect((await call('admin', 'GET', `dash/${other}`)).data['state']).toBe('published+draft');
    expect(await bodyOf(`def/dashboard/dash-${other}`)).toMatchObject([{ id: 'then' }]);
    expect(await bodyOf(`dash/${other}/draft`)).toMatchObject([{ id: 'later' }]);
    expect((await call('admin', 'GET', `dash/${other}/history`)).data.rows).toMatchObject([
      { comment: 'x', author: 'Pessoa autora', current: true },
    ]);
    // The draft is saved and published as ever.
    await write(other, { body: [tile('last')] });
    expect((await publish(other)).status).toBe(200);
    expect(await bodyOf(`def/dashboard/dash-${other}`)).toMatchObject([{ id: 'last' }]);
  });

  it('publishes what was scheduled though its draft was discarded, and is done when it is published already', async () => {
    const id = await made('Agendada e descartada');
    await publish(id);
    await write(id, { body: [tile('then')] });
    const first = await schedule('autora', [id]);
    const { data } = await call('admin', 'GET', `def/dashboard/dash-${id}?draft=1`);
    const discarded = await app.inject({
      method: 'DELETE',
      url: `/adm/v2/def/dashboard/dash-${id}`,
      headers: { ...(await app.sessionOf(app.tenants.acme, 'admin')), 'if-match': `"${data['version']}"` },
    });
    expect(discarded.statusCode).toBe(200);
    expect(await ended(first)).toMatchObject({ state: 'done' });
    expect(await bodyOf(`def/dashboard/dash-${id}`)).toMatchObject([{ id: 'then' }]);
    await write(id, { body: [tile('more')] });
    const second = await schedule('autora', [id]);
    await publish(id);
    expect(await ended(second)).toMatchObject({ state: 'done' });
    expect(await bodyOf(`def/dashboard/dash-${id}`)).toMatchObject([{ id: 'more' }]);
  });

  it('publishes nothing over what readers got since, or without one of its views, and waits for attention', async () => {
    const [one, other] = [await made('Agendada antes'), await made('Publicada depois')];
    const first = await schedule('autora', [one, other]);
    await write(other, { body: [tile('urgent')] });
    await publish(other);
    expect(await ended(first)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Publicada depois'),
      needsAttention: true,
    });
    expect((await call('admin', 'GET', `dash/${one}`)).data['state']).toBe('draft');
    expect(await bodyOf(`def/dashboard/dash-${other}`)).toMatchObject([{ id: 'urgent' }]);
    for (const id of [one, other]) {
      await write(id, { body: [tile('again')] });
      await publish(id);
    }
    expect((await scheduled()).find(({ id }) => id === first)?.needsAttention).toBe(false);

    const gone = await made('Excluída');
    const second = await schedule('autora', [gone]);
    expect((await call('admin', 'DELETE', `dash/${gone}`)).status).toBe(200);
    expect(await ended(second)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('foi excluída'),
    });
    expect((await call('autora', 'DELETE', `dash/pub/${second}`)).status).toBe(200);
    expect((await scheduled()).find(({ id }) => id === second)).toBeUndefined();
  });

  it('says that it failed when its attempts are used up, until it is dismissed', async () => {
    const id = await made('Interrompida');
    const publication = await schedule('autora', [id]);
    // As kills of its process leave it.
    await sql`update job set state = 'dead', error = 'worker gone', key = null
      where kind = 'views.publish' and (payload ->> 'publicationId')::bigint = ${publication}`.execute(
      app.database.owner,
    );
    expect((await scheduled()).find((one) => one.id === publication)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('parou'),
      needsAttention: true,
    });
    expect((await call('autora', 'DELETE', `dash/pub/${publication}`)).status).toBe(200);
    expect((await scheduled()).find((one) => one.id === publication)).toBeUndefined();
    const { rows } = await sql`select from job where state = 'dead'`.execute(app.database.owner);
    expect(rows).toEqual([]);
  });

  it('publishes nothing when the rights have ended', async () => {
    const one = await made('Agendada por quem saiu');
    await addPerson(app, 'passageira', { 'view-admin': 'rcu' });
    const second = await call('passageira', 'POST', 'dash/pub', { ids: [one], comment: 'x', at: soon() });
    expect(second.status).toBe(200);
    await sql`update app_user set is_active = false where login = 'passageira'`.execute(app.database.owner);
    expect(await ended((second.data['scheduled'] as JsonObject)['id'] as number)).toMatchObject({
      state: 'failed',
    });
    expect((await call('admin', 'GET', `dash/${one}`)).data['state']).toBe('draft');
  });

  it('can be cancelled by who may publish, once', async () => {
    const id = await made('Cancelada');
    const { data } = await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', at: soon() });
    const publication = (data['scheduled'] as JsonObject)['id'];
    expect((await call('leitora', 'DELETE', `dash/pub/${publication}`)).status).toBe(403);
    expect((await call('autora', 'DELETE', `dash/pub/${publication}`)).status).toBe(200);
    expect((await call('autora', 'DELETE', `dash/pub/${publication}`)).status).toBe(404);
    expect((await call('admin', 'GET', `dash/${id}`)).data['scheduledAt']).toBeNull();
  });
});
