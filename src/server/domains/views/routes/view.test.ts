import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { Menu } from '../../../../contracts/menu.ts';
import type { ViewRow } from '../../../../contracts/view.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'autora', { 'view-admin': 'rcu', 'admin-user': 'r' });
  await addPerson(app, 'estreita', { 'view-admin': 'rcu' });
  await addPerson(app, 'leitora', { 'view-admin': 'r' });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Answer {
  status: number;
  code: string;
  message: string;
  data: Record<string, Json> & { rows: ViewRow[]; dashId: number; version: number };
  errors?: JsonObject[];
}
async function call(
  login: string,
  method: Method,
  path: string,
  payload?: object | null,
  { tenant = 'acme' as 'acme' | 'beta', headers = {} as Record<string, string> } = {},
): Promise<Answer> {
  const reply = await app.inject({
    method,
    url: `/adm/v2/${path}`,
    headers: { ...(await app.sessionOf(app.tenants[tenant], login)), ...headers },
    ...(payload && { payload }),
  });
  return { ...reply.json<Answer>(), status: reply.statusCode };
}
const create = (login: string, body: object) => call(login, 'POST', 'dash', body);
const made = async (title: string, more: object = {}) =>
  (await create('admin', { title, ...more })).data.dashId;
const table = (id: string, more: object = {}) => ({
  id,
  type: 'text',
  x: 0,
  y: 0,
  w: 12,
  h: 2,
  options: { text: id },
  ...more,
});

describe('a view', () => {
  it('is created, read, changed, published and removed', async () => {
    const created = await create('admin', {
      title: 'Vendas',
      headTitle: 'Vendas do mês',
      menu: { moduleId: 4 },
      layout: [table('first')],
      layoutType: 'U',
    });
    expect(created).toMatchObject({ status: 201, message: 'A Visão Vendas foi criada com sucesso!' });
    const { dashId } = created.data;
    expect((await call('admin', 'GET', `dash/${dashId}`)).data).toMatchObject({
      id: dashId,
      dashId,
      title: 'Vendas',
      headTitle: 'Vendas do mês',
      menu: { title: null, moduleId: 4, module: 'Administração' },
      layout: [{ id: 'first', i: 'first', type: 'text', x: 0, y: 0, w: 12, h: 2, parent: null }],
      layoutType: 'U',
      widgetId: null,
      createdBy: expect.any(String),
      version: 1,
      publishedVersion: 0,
      state: 'draft',
    });
    expect(await call('admin', 'PUT', `dash/${dashId}`, { title: 'Receitas', version: 1 })).toMatchObject({
      status: 200,
      message: 'Os dados da visão Receitas foram atualizados com sucesso!',
      data: { title: 'Receitas', headTitle: 'Vendas do mês', version: 2 },
    });
    expect(await call('admin', 'POST', `dash/pub/${dashId}`, { comment: '<p>Primeira</p>' })).toMatchObject({
      status: 200,
      message: 'A visão foi publicada com sucesso!',
    });
    const menu = (await call('admin', 'GET', 'home/menu2')).data as unknown as Menu;
    const entries = menu.overview.find(({ id }) => id === 4)?.submenu;
    expect(entries?.find(({ key }) => key === `dashboard/${dashId}`)).toMatchObject({ title: 'Receitas' });
    expect(await call('admin', 'GET', `def/screen?path=/dashboard/${dashId}`)).toMatchObject({ status: 200 });
    expect((await call('admin', 'GET', `def/dashboard/dash-${dashId}/history`)).data.rows).toMatchObject([
      { comment: 'Primeira' },
    ]);
    expect((await call('admin', 'DELETE', `dash/${dashId}`)).status).toBe(200);
    expect((await call('admin', 'GET', `dash/${dashId}`)).status).toBe(404);
    // A number is given once.
    expect(await made('Outra')).toBe(dashId + 1);
  });

  it('without a menu of its own stands among the own screens, also when its place is taken away', async () => {
    const created = await create('admin', { title: 'Sem menu', menu: null });
    expect(created).toMatchObject({ status: 201, message: 'A Visão Sem menu foi criada com sucesso!' });
    const path = `dash/${created.data.dashId}`;
    const { menu } = (await call('admin', 'GET', path)).data;
    expect(menu).toMatchObject({ title: null, moduleId: null });
    const placed = { title: 'No menu', moduleId: 4 };
    expect((await call('admin', 'PUT', path, { menu: placed })).data.menu).toMatchObject(placed);
    expect((await call('admin', 'PUT', path, { menu: null })).data.menu).toEqual(menu);
  });

  it('of a single widget has one, however it is written', async () => {
    const two = [table('a'), table('b', { y: 2 })];
    const refused = { status: 422, errors: [{ path: '/body', code: 'view-one-node' }] };
    expect(await create('admin', { title: 'Dois', layoutType: 'U', layout: two })).toMatchObject(refused);
    const several = await made('Vários', { layoutType: 'C', layout: two });
    expect(await call('admin', 'PUT', `dash/${several}`, { layoutType: 'U', version: 1 })).toMatchObject(
      refused,
    );
    const dashId = await made('Um', { layoutType: 'U', layout: [table('a')] });
    const { definition } = (await call('admin', 'GET', `dash/${dashId}/draft`)).data as unknown as {
      definition: JsonObject & { body: JsonObject[] };
    };
    const [node] = definition.body;
    const more = { ...definition, body: [node, { ...node, id: 'b', at: { x: 0, y: 2, w: 12, h: 2 } }] };
    for (const path of [`dash/${dashId}/draft`, `def/dashboard/dash-${dashId}`])
      expect(await call('admin', 'PUT', path, { definition: more, version: 1 })).toMatchObject(refused);
    expect((await call('admin', 'POST', `dash/pub/${dashId}`, { comment: '<p>x</p>' })).status).toBe(200);
  });

  it('of a single widget is made empty, and published with its widget', async () => {
    const dashId = await made('Vazia', { layoutType: 'U' });
    const publish = () => call('admin', 'POST', `dash/pub/${dashId}`, { comment: '<p>x</p>' });
    expect(await publish()).toMatchObject({ status: 422, errors: [{ path: '/body', code: 'view-no-node' }] });
    const body = [{ id: 'text', type: 'text', props: { text: 'x' } }];
    const { id } = (await call('admin', 'POST', 'widget', { title: 'Da visão', content: { body } })).data;
    await call('admin', 'POST', `widget/${id as unknown as string}/publish`, { comment: '<p>x</p>' });
    expect(await call('admin', 'PUT', `dash/${dashId}`, { widgetId: id, version: 1 })).toMatchObject({
      status: 200,
      data: { widgetId: 'da-visao', layout: [{ id: 'widget', type: 'use', w: 12 }] },
    });
    expect((await publish()).status).toBe(200);
    const layout = await made('De layout', { layoutType: 'C' });
    expect(await call('admin', 'PUT', `dash/${layout}`, { widgetId: id, version: 1 })).toMatchObject({
      status: 400,
      errors: [{ path: '/widgetId' }],
    });
  });

  it('needs a title, and says so with the text of the specification', async () => {
    for (const body of [{}, { title: '  ' }])
      expect((await create('admin', body)).errors).toEqual([
        { path: '/title', message: 'Por favor preencha um titulo' },
      ]);
  });

  it('refuses a change that changes nothing', async () => {
    const id = await made('Igual');
    expect(await call('admin', 'PUT', `dash/${id}`, { title: 'Igual', version: 1 })).toMatchObject({
      status: 422,
      message: 'Os dados da visão Igual não foram alterados!',
    });
  });

  it('shows text that looks like a key as it was written', async () => {
    const id = await made('$menu.security');
    expect((await call('admin', 'GET', `dash/${id}`)).data).toMatchObject({
      title: '$menu.security',
      headTitle: '$menu.security',
    });
  });

  it('answers 409 with the current row to a stale version', async () => {
    const id = await made('Concorrida');
    await call('admin', 'PUT', `dash/${id}`, { title: 'Primeira', version: 1 });
    expect(await call('admin', 'PUT', `dash/${id}`, { title: 'Segunda', version: 1 })).toMatchObject({
      status: 409,
      data: { title: 'Primeira', version: 2 },
    });
  });

  it('is copied with its layout', async () => {
    const id = await made('Modelo', { layout: [table('one')], headTitle: 'Topo' });
    const { data } = await call('admin', 'POST', `dash-copy/${id}`);
    expect((await call('admin', 'GET', `dash/${data.dashId}`)).data).toMatchObject({
      title: 'Modelo (cópia)',
      headTitle: 'Topo',
      layout: [{ id: 'one' }],
    });
  });

  it('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'visao-1' };
    const first = await call('admin', 'POST', 'dash', { title: 'Uma vez' }, { headers });
    const again = await call('admin', 'POST', 'dash', { title: 'Uma vez' }, { headers });
    expect(again.data.dashId).toBe(first.data.dashId);
    expect((await call('admin', 'GET', 'dash?title=uma vez')).data['totalRows']).toBe(1);
  });

  it('is another one for each of several that are created at once', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((title) => made(`Juntas ${title}`)));
    expect(new Set(ids).size).toBe(4);
  });
});

describe('the list', () => {
  it('is ordered by title, searched by it, and paged', async () => {
    for (const title of ['Érica', 'elefante', 'Zebra']) await made(`lista ${title}`);
    const { data } = await call('admin', 'GET', 'dash?title=LISTA&perPage=2');
    expect(data).toMatchObject({ page: 1, perPage: 2, totalRows: 3 });
    expect(data.rows.map(({ title }) => title)).toEqual(['lista elefante', 'lista Érica']);
    const last = await call('admin', 'GET', 'dash?title=erica&order=updatedAt_desc');
    expect(last.data.rows.map(({ title }) => title)).toEqual(['lista Érica']);
    for (const bad of ['order=secret_asc', 'perPage=501', 'page=0', 'nobody=1'])
      expect((await call('admin', 'GET', `dash?${bad}`)).status).toBe(400);
  });
});

describe('a layout', () => {
  it('keeps what elements do not say, and nests by parent', async () => {
    const id = await made('Camadas');
    const { data } = await call('admin', 'GET', `def/dashboard/dash-${id}?draft=1`);
    const definition = {
      ...(data['definition'] as JsonObject),
      sources: { people: { entity: 'user' } },
      body: [
        {
          id: 'box',
          type: 'stack',
          at: { x: 0, y: 0, w: 6, h: 4 },
          children: [{ id: 'in', type: 'divider' }],
        },
        {
          id: 'list',
          type: 'table',
          source: 'people',
          props: { columns: [{ field: 'name', title: 'Nome' }] },
          at: { x: 6, y: 0, w: 6, h: 4 },
        },
      ],
    };
    const saved = await call('admin', 'PUT', `def/dashboard/dash-${id}`, { definition, version: 1 });
    expect([saved.status, saved.errors]).toEqual([200, undefined]);
    const { layout } = (await call('admin', 'GET', `dash/${id}`)).data as unknown as ViewRow;
    expect(layout.map((one) => [one.id, one.parent])).toEqual([
      ['box', null],
      ['in', 'box'],
      ['list', null],
    ]);
    const moved = layout.map((one) => (one.id === 'list' ? { ...one, y: 9 } : one));
    expect(await call('admin', 'PUT', `dash/${id}`, { layout: moved, version: 2 })).toMatchObject({
      status: 200,
    });
    const { body } = (await call('admin', 'GET', `def/dashboard/dash-${id}?draft=1`)).data[
      'definition'
    ] as JsonObject;
    expect(body).toMatchObject([
      { id: 'box', children: [{ id: 'in' }] },
      { id: 'list', source: 'people', at: { x: 6, y: 9, w: 6, h: 4 } },
    ]);
  });

  it.each<[string, number, object[]]>([
    ['with an unknown type', 422, [table('a', { type: 'hologram' })]],
    ['with an id twice', 422, [table('a'), table('a')]],
    ['with an id that is none', 422, [table('not an id')]],
    ['outside of the grid', 422, [table('a', { x: 12 })]],
    ['with a negative place', 422, [table('a', { y: -1 })]],
    ['with a place between columns', 400, [table('a', { x: 0.5 })]],
    ['with an unknown parent', 400, [table('a', { parent: 'b' })]],
    ['with parents in a circle', 400, [table('a', { parent: 'b' }), table('b', { parent: 'a' })]],
    ['with an unknown key', 400, [table('a', { tenantId: 1 })]],
    [
      'of 10,000 elements',
      422,
      Array.from({ length: 10_000 }, (_, at) => ({ id: `n${at}`, type: 'divider' })),
    ],
  ])('%s is refused', async (_, status, layout) => {
    const answer = await create('admin', { title: 'Má', layout });
    expect([answer.status, (answer.errors ?? []).length > 0]).toEqual([status, true]);
  });
});

describe('publishing', () => {
  it('needs a comment and a view', async () => {
    const id = await made('Sem comentário');
    for (const comment of [undefined, '', '<p> </p>', '<p><br></p>']) {
      expect(
        await call('admin', 'POST', `dash/pub/${id}`, { ...(comment !== undefined && { comment }) }),
      ).toMatchObject({
        status: 400,
        message: 'O campo comentário é obrigatório para a publicação.',
      });
    }
    expect(await call('admin', 'POST', 'dash/pub', { ids: [], comment: 'x' })).toMatchObject({
      status: 400,
      message: 'Nenhuma visão selecionada para publicação.',
    });
    expect((await call('admin', 'POST', `dash/pub/${id}`, { comment: 'x'.repeat(10_001) })).status).toBe(400);
    expect(
      (await call('admin', 'POST', 'dash/pub', { ids: [id], comment: 'x', at: '2030-01-01' })).status,
    ).toBe(400);
  });

  it('stores a comment without scripts', async () => {
    const id = await made('Comentada');
    await call('admin', 'POST', `dash/pub/${id}`, {
      comment: '<p>Boa<script>alert(1)</script></p><img src=x>',
    });
    const { comment } = await app.database.owner
      .selectFrom('definition_version')
      .where('id', '=', `dash-${id}`)
      .select('comment')
      .executeTakeFirstOrThrow();
    expect(comment).toBe('<p>Boa</p>');
  });

  it('publishes all or none', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push(await made(`Lote ${at}`));
    // A route that administrators may call and the author may not.
    const { data } = await call('admin', 'GET', `def/dashboard/dash-${ids[6]}?draft=1`);
    const definition = {
      ...(data['definition'] as JsonObject),
      sources: { jobs: { get: '/adm/v2/failure', rows: 'data.rows' } },
    };
    expect(
      (await call('admin', 'PUT', `def/dashboard/dash-${ids[6]}`, { definition, version: 1 })).status,
    ).toBe(200);
    const refused = await call('autora', 'POST', 'dash/pub', { ids, comment: 'x' });
    expect(refused).toMatchObject({
      status: 403,
      errors: [{ path: '/ids/6', message: expect.stringContaining('Lote 6') }],
    });
    expect(refused.message).toBe('Nenhuma visão foi publicada. Corrija antes: Lote 6.');
    const rows = async () => (await call('admin', 'GET', 'dash?title=Lote')).data.rows;
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'draft'));
    expect(await call('admin', 'POST', 'dash/pub', { ids, comment: 'x' })).toMatchObject({ status: 200 });
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'published'));
  });

  it('happens once when it is asked for twice at once', async () => {
    const id = await made('Duas vezes');
    const both = await Promise.all(
      [1, 2].map(() => call('admin', 'POST', `dash/pub/${id}`, { comment: 'x' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('skips views that are published as they stand, and refuses when nothing is new', async () => {
    const [old, fresh] = [await made('Velha'), await made('Nova')];
    await call('admin', 'POST', `dash/pub/${old}`, { comment: 'x' });
    expect(
      (await call('admin', 'POST', 'dash/pub', { ids: [old, fresh], comment: 'x' })).data['ids'],
    ).toEqual([fresh]);
    expect((await call('admin', 'POST', 'dash/pub', { ids: [old, fresh], comment: 'x' })).status).toBe(422);
  });
});

describe('rights', () => {
  it('are those of view-admin, without any on definitions', async () => {
    const created = await create('autora', { title: 'Minha' });
    expect(created).toMatchObject({ status: 201 });
    const { dashId } = created.data;
    expect((await call('autora', 'PUT', `dash/${dashId}`, { title: 'Minha outra' })).status).toBe(200);
    expect((await call('autora', 'POST', `dash/pub/${dashId}`, { comment: 'x' })).status).toBe(200);
    // Their own group opens what they made; others do not.
    expect((await call('autora', 'GET', `def/screen?path=/dashboard/${dashId}`)).status).toBe(200);
    expect((await call('leitora', 'GET', `def/screen?path=/dashboard/${dashId}`)).status).toBe(403);
    expect((await call('autora', 'DELETE', `dash/${dashId}`)).status).toBe(403);
    expect((await create('leitora', { title: 'x' })).status).toBe(403);
    expect((await call('leitora', 'GET', 'dash')).status).toBe(200);
    const menu = (await call('autora', 'GET', 'home/menu2')).data as unknown as Menu;
    expect(menu.overview.flatMap(({ submenu }) => submenu.map(({ key }) => key))).toContain(
      `dashboard/${dashId}`,
    );
  });

  it('end at the tenant', async () => {
    const id = await made('Só da Acme');
    for (const [method, path, body] of [
      ['GET', `dash/${id}`, null],
      ['PUT', `dash/${id}`, { title: 'x' }],
      ['DELETE', `dash/${id}`, null],
      ['POST', `dash-copy/${id}`, null],
      ['POST', `dash/pub/${id}`, { comment: 'x' }],
      ['POST', 'dash/pub', { ids: [id], comment: 'x' }],
    ] as const)
      expect((await call('admin', method, path, body, { tenant: 'beta' })).status).toBe(404);
    expect((await call('admin', 'GET', 'dash?title=Acme', null, { tenant: 'beta' })).data['totalRows']).toBe(
      0,
    );
  });
});
