import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'autora', { 'widget-admin': 'rcu', 'view-admin': 'rcu', 'admin-user': 'r' });
  await addPerson(app, 'leitora', { 'widget-admin': 'r' });
  await addPerson(app, 'visoes', { 'view-admin': 'rcu' });
  await addPerson(app, 'ninguem', { 'admin-audit': 'r' });
});
afterAll(() => app.close());

interface Answer {
  status: number;
  code: string;
  message: string;
  data: Record<string, Json> & { rows: JsonObject[]; id: string; dashId: number; version: number };
  errors?: JsonObject[];
}
async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | null,
  tenant: 'acme' | 'beta' = 'acme',
): Promise<Answer> {
  const reply = await app.inject({
    method,
    url: `/adm/v2/${path}`,
    headers: await app.sessionOf(app.tenants[tenant], login),
    ...(payload && { payload }),
  });
  return { ...reply.json<Answer>(), status: reply.statusCode };
}

const text = (content: string) => ({
  id: 'text',
  type: 'text',
  at: { x: 0, y: 0, w: 6, h: 3 },
  props: { text: content },
});
const comment = '<p>Pronto</p>';

/** A published widget. */
async function published(title: string, content: object = { body: [text(title)] }): Promise<string> {
  const { id } = (await call('admin', 'POST', 'widget', { title, content })).data;
  expect(await call('admin', 'POST', `widget/${id}/publish`, { comment })).toMatchObject({ status: 200 });
  return id;
}

/** A view that shows widgets, published unless it is to stay a draft. */
async function viewOf(title: string, widgets: string[], isDraft = false): Promise<number> {
  const layout = widgets.map((id, at) => ({
    id: `use${at}`,
    type: 'use',
    options: { use: `widget/${id}` },
  }));
  const { dashId } = (await call('admin', 'POST', 'dash', { title, layout })).data;
  const { definition, version } = (await call('admin', 'GET', `dash/${dashId}/draft`)).data as unknown as {
    definition: JsonObject & { body: JsonObject[] };
    version: number;
  };
  const body = definition.body.map((node, at) => ({ ...node, at: { x: 0, y: at * 4, w: 12, h: 4 } }));
  const saved = await call('admin', 'PUT', `dash/${dashId}/draft`, {
    definition: { ...definition, body },
    version,
  });
  expect(saved).toMatchObject({ status: 200 });
  if (!isDraft)
    expect(await call('admin', 'POST', `dash/pub/${dashId}`, { comment })).toMatchObject({ status: 200 });
  return dashId;
}

const bodyOf = async (login: string, dashId: number): Promise<JsonObject[]> =>
  ((await call(login, 'GET', `def/screen?path=/dashboard/${dashId}`)).data['definition'] as JsonObject)[
    'body'
  ] as JsonObject[];

describe('a saved widget', () => {
  it('is saved under a name, changed, published, listed, copied and removed', async () => {
    const made = await call('autora', 'POST', 'widget', {
      title: 'Vendas por mês',
      description: 'O que entrou',
      content: { body: [text('a')] },
    });
    expect(made).toMatchObject({
      status: 201,
      message: 'O widget Vendas por mês foi salvo.',
      data: { id: 'vendas-por-mes', version: 1 },
    });
    expect((await call('autora', 'GET', 'widget/vendas-por-mes')).data).toMatchObject({
      title: 'Vendas por mês',
      description: 'O que entrou',
      type: 'text',
      uses: 0,
      createdBy: 'Pessoa autora',
      state: 'draft',
      publishedVersion: 0,
    });
    expect(
      await call('autora', 'PUT', 'widget/vendas-por-mes', { title: 'Vendas', version: 1 }),
    ).toMatchObject({ status: 200, data: { title: 'Vendas', version: 2 } });
    expect(await call('autora', 'PUT', 'widget/vendas-por-mes', { title: 'Vendas' })).toMatchObject({
      status: 422,
      message: 'Os dados do widget Vendas não foram alterados!',
    });
    expect(
      await call('autora', 'PUT', 'widget/vendas-por-mes', { title: 'Antiga', version: 1 }),
    ).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
    expect(await call('autora', 'POST', 'widget/vendas-por-mes/publish', { comment })).toMatchObject({
      status: 200,
      message: 'O widget Vendas foi publicado.',
    });
    expect((await call('autora', 'GET', 'widget/vendas-por-mes/history')).data.rows).toMatchObject([
      { comment: 'Pronto', current: true },
    ]);
    expect((await call('autora', 'POST', 'widget/vendas-por-mes/copy')).data).toMatchObject({
      id: 'vendas',
    });
    const rows = (await call('autora', 'GET', 'widget?title=VENDAS')).data.rows;
    expect(rows.map(({ title, state }) => [title, state])).toEqual([
      ['Vendas', 'published'],
      ['Vendas (cópia)', 'draft'],
    ]);
    expect(await call('admin', 'DELETE', 'widget/vendas-por-mes')).toMatchObject({ status: 200 });
    expect((await call('autora', 'GET', 'widget/vendas-por-mes')).status).toBe(404);
    // An identifier is given once: what still names it must not show something else.
    expect((await call('autora', 'POST', 'widget', { title: 'Vendas por mês' })).data.id).toBe(
      'vendas-por-mes-2',
    );
  });

  it('shows in every view that uses it, and its change does too', async () => {
    const id = await published('Aviso');
    const [one, other] = [await viewOf('Uma', [id]), await viewOf('Outra', [id, id])];
    expect(await bodyOf('admin', one)).toMatchObject([
      { id: 'use0', type: 'text', props: { text: 'Aviso' } },
    ]);
    const draft = (await call('admin', 'GET', `widget/${id}/draft`)).data;
    const definition = { ...(draft['definition'] as JsonObject), body: [text('Novo')] };
    expect(
      await call('admin', 'PUT', `widget/${id}/draft`, { definition, version: draft.version }),
    ).toMatchObject({ status: 200 });
    expect(await bodyOf('admin', one)).toMatchObject([{ props: { text: 'Aviso' } }]);
    expect((await call('admin', 'GET', `widget/${id}/check`)).data).toMatchObject({
      users: [
        { title: 'Outra', dashId: other, published: true },
        { title: 'Uma', dashId: one, published: true },
      ],
      refused: null,
    });
    await call('admin', 'POST', `widget/${id}/publish`, { comment });
    expect(await bodyOf('admin', one)).toMatchObject([{ props: { text: 'Novo' } }]);
    expect(await bodyOf('admin', other)).toMatchObject([
      { id: 'use0', props: { text: 'Novo' } },
      { id: 'use1', props: { text: 'Novo' } },
    ]);
    await call('admin', 'POST', `widget/${id}/rollback`, { version: 1 });
    expect(await bodyOf('admin', one)).toMatchObject([{ props: { text: 'Aviso' } }]);
  });

  it('stays while something shows it, which is named', async () => {
    const id = await published('Usado');
    const outer = await published('De fora', { body: [{ id: 'in', use: `widget/${id}` }] });
    await viewOf('Direta', [id]);
    await viewOf('Por outro', [outer]);
    const draft = await published('Só em rascunho');
    await viewOf('Rascunho', [draft], true);
    expect((await call('admin', 'GET', `widget/${id}/users`)).data.rows).toMatchObject([
      { kind: 'widget', title: 'De fora', dashId: null },
      { title: 'Direta' },
      { title: 'Por outro' },
    ]);
    expect(await call('admin', 'DELETE', `widget/${id}`)).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: expect.stringContaining('De fora, Direta, Por outro'),
    });
    expect(await call('admin', 'POST', `widget/${id}/unpublish`)).toMatchObject({
      status: 409,
      code: 'IN_USE',
    });
    expect((await call('admin', 'GET', `widget/${draft}/users`)).data.rows).toMatchObject([
      { title: 'Rascunho', published: false },
    ]);
    expect(await call('admin', 'DELETE', `widget/${draft}`)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Rascunho'),
    });
  });

  it('is published with a comment and with content alone', async () => {
    const { id } = (await call('admin', 'POST', 'widget', { title: 'Vazio' })).data;
    expect(await call('admin', 'POST', `widget/${id}/publish`, { comment: '<p> </p>' })).toMatchObject({
      status: 400,
      errors: [{ path: '/comment', message: 'O campo comentário é obrigatório para a publicação.' }],
    });
    expect(await call('admin', 'POST', `widget/${id}/publish`, { comment })).toMatchObject({
      status: 422,
      message: 'O widget Vazio está vazio. Insira um componente antes de publicar.',
    });
    expect((await call('admin', 'GET', `widget/${id}/check`)).data['refused']).toBe(
      'O widget Vazio está vazio. Insira um componente antes de publicar.',
    );
  });

  it('refuses a title that is missing, and content that cannot be', async () => {
    expect(await call('admin', 'POST', 'widget', { title: ' ' })).toMatchObject({
      status: 400,
      errors: [{ path: '/title' }],
    });
    expect(
      await call('admin', 'POST', 'widget', {
        title: 'Quebrado',
        content: { body: [{ id: 'x', type: 'no-such-widget' }] },
      }),
    ).toMatchObject({ status: 422, code: 'DEFINITION_INVALID', errors: [{ code: 'unknown-type' }] });
    expect(
      await call('admin', 'POST', 'widget', {
        title: 'Dois',
        content: { body: [text('a'), { ...text('b'), id: 'b' }] },
      }),
    ).toMatchObject({ status: 400 });
  });

  it('does not show itself, through another either', async () => {
    const first = await published('Primeiro');
    const second = await published('Segundo', { body: [{ id: 'in', use: `widget/${first}` }] });
    const draft = (await call('admin', 'GET', `widget/${first}/draft`)).data;
    const definition = {
      ...(draft['definition'] as JsonObject),
      body: [{ id: 'in', use: `widget/${second}` }],
    };
    expect(
      await call('admin', 'PUT', `widget/${first}/draft`, { definition, version: draft.version }),
    ).toMatchObject({
      status: 422,
      errors: [{ code: 'fragment-cycle', message: expect.stringContaining(`widget/${first}`) }],
    });
  });

  it('is not published when a view would break, which is named', async () => {
    const id = await published('Com parâmetro', {
      parameters: { caption: { type: 'text' } },
      body: [{ ...text('x'), props: { text: { $expr: "with.caption ?? 'nada'" } } }],
    });
    const dashId = await viewOf('Depende', [id]);
    const draft = (await call('admin', 'GET', `widget/${id}/draft`)).data;
    const definition = {
      ...(draft['definition'] as JsonObject),
      parameters: { caption: { type: 'text', required: true } },
    };
    await call('admin', 'PUT', `widget/${id}/draft`, { definition, version: draft.version });
    expect(await call('admin', 'POST', `widget/${id}/publish`, { comment })).toMatchObject({
      status: 422,
      code: 'DEFINITION_INVALID',
      errors: [{ code: 'fragment-users', message: expect.stringContaining(`dashboard/dash-${dashId}`) }],
    });
  });
});

describe('a view with a use that leads nowhere', () => {
  it('is not saved, and the widget is named', async () => {
    const answer = await call('admin', 'POST', 'dash', {
      title: 'Sem widget',
      layout: [{ id: 'use', type: 'use', options: { use: 'widget/nao-existe' } }],
    });
    expect(answer).toMatchObject({
      status: 422,
      errors: [{ code: 'unknown-saved-widget', path: '/body/0/use' }],
    });
  });
});

describe('rights', () => {
  it('are those of widget-admin by verb', async () => {
    const id = await published('Com direitos');
    expect((await call('leitora', 'GET', `widget/${id}`)).status).toBe(200);
    expect((await call('leitora', 'GET', `widget/${id}/users`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', 'widget', { title: 'Nova' }],
      ['POST', `widget/${id}/copy`, null],
      ['PUT', `widget/${id}`, { title: 'Outra' }],
      ['POST', `widget/${id}/publish`, { comment }],
      ['POST', `widget/${id}/unpublish`, null],
      ['POST', `widget/${id}/rollback`, { version: 1 }],
      ['GET', `widget/${id}/check`, null],
      ['DELETE', `widget/${id}`, null],
    ] as const)
      expect([path, (await call('leitora', method, path, body)).status]).toEqual([path, 403]);
    expect((await call('autora', 'DELETE', `widget/${id}`)).status).toBe(403);
    expect((await call('ninguem', 'GET', 'widget')).status).toBe(403);
    expect((await call('ninguem', 'GET', 'widget-palette')).status).toBe(403);
  });

  it('let people who make views choose widgets, and read them as they are published', async () => {
    const id = await published('Na paleta');
    expect((await call('visoes', 'GET', 'widget')).status).toBe(403);
    expect((await call('visoes', 'GET', 'widget-palette')).data.rows).toContainEqual({
      id,
      title: 'Na paleta',
      description: '',
      type: 'text',
      size: { w: 6, h: 3 },
    });
    expect((await call('visoes', 'GET', `def/widget/${id}`)).status).toBe(200);
    expect((await call('ninguem', 'GET', `def/widget/${id}`)).status).toBe(403);
  });

  it('need none on widgets to read a view that shows one, and sources keep the rights of the reader', async () => {
    const id = await published('Pessoas', {
      sources: { people: { get: '/adm/v2/sec/user', rows: 'data.rows' } },
      body: [
        { ...text('x'), source: 'people', props: { text: { $expr: "data.people.rows[0].name ?? ''" } } },
      ],
    });
    const dashId = await viewOf('De todos', [id]);
    await addPerson(app, 'publico', { [`dash-${dashId}`]: 'r' });
    expect(await bodyOf('publico', dashId)).toMatchObject([{ id: 'use0', type: 'text' }]);
    expect((await call('publico', 'GET', 'sec/user')).status).toBe(403);
  });

  it('end at the tenant', async () => {
    const id = await published('Só daqui');
    expect((await call('admin', 'GET', `widget/${id}`, null, 'beta')).status).toBe(404);
    expect((await call('admin', 'GET', `widget/${id}/draft`, null, 'beta')).status).toBe(404);
    expect((await call('admin', 'DELETE', `widget/${id}`, null, 'beta')).status).toBe(404);
    expect((await call('admin', 'GET', `def/widget/${id}`, null, 'beta')).status).toBe(404);
    expect((await call('admin', 'GET', 'widget-palette', null, 'beta')).data.rows).toEqual([]);
    expect(
      await call(
        'admin',
        'POST',
        'dash',
        { title: 'De lá', layout: [{ id: 'use', type: 'use', options: { use: `widget/${id}` } }] },
        'beta',
      ),
    ).toMatchObject({ status: 422, errors: [{ code: 'unknown-saved-widget' }] });
  });
});
