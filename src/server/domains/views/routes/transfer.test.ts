import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { ImportReport } from '../../../../contracts/view.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { definitionWorker } from '../../definitions/inspection/worker-client.ts';
import type { Bundle } from '../view/read-bundle.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { longestOf, transactionsOf } from '../../../testing/transactions.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let exported: string;

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  tenant: 'acme' | 'beta' = 'acme',
) {
  const reply = await app.inject({
    method,
    url: `/adm/v2/${path}`,
    headers: await app.sessionOf(app.tenants[tenant], login),
    ...(payload && { payload }),
  });
  return { reply, status: reply.statusCode, body: reply.body };
}

async function bring(
  text: string,
  { login = 'admin', tenant = 'beta' as 'acme' | 'beta', dryRun = false } = {},
) {
  const boundary = 'limite';
  const field = (name: string, value: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/dash/import',
    headers: {
      ...(await app.sessionOf(app.tenants[tenant], login)),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload:
      field('dryRun', String(dryRun)) +
      field('file', text, '; filename="visoes.json"') +
      `--${boundary}--\r\n`,
  });
  const answer = reply.json<{ message: string; data: ImportReport }>();
  return { ...answer, status: reply.statusCode };
}

const dataset = {
  kind: 'dataset',
  formatVersion: 2,
  id: 'by-login',
  title: 'Por login',
  access: { screen: 'admin-user', verb: 'read' },
  from: 'user',
  group: [{ id: 'login', field: 'login' }],
  measures: { people: { count: true } },
};

beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'autora', { 'view-admin': 'rcu', 'admin-user': 'r' });
  await call('admin', 'POST', 'def', { definition: dataset });
  const made = (await call('admin', 'POST', 'dash', { title: 'Levada' })).reply.json<{
    data: { dashId: number };
  }>();
  const { dashId } = made.data;
  const draft = (await call('admin', 'GET', `def/dashboard/dash-${dashId}?draft=1`)).reply.json<{
    data: JsonObject;
  }>();
  await call('admin', 'PUT', `def/dashboard/dash-${dashId}`, {
    version: 1,
    definition: {
      ...(draft.data['definition'] as JsonObject),
      sources: { rows: { dataset: 'by-login' } },
      body: [
        {
          id: 'list',
          type: 'table',
          source: 'rows',
          at: { x: 0, y: 0, w: 12, h: 4 },
          props: { columns: [{ field: 'login', title: 'Login' }] },
        },
      ],
    },
  });
  exported = (await call('autora', 'GET', `dash/export?ids=${dashId}`)).body;
});
afterAll(() => app.close());

const viewsOf = async (tenant: 'acme' | 'beta') =>
  (await call('admin', 'GET', 'dash', undefined, tenant)).reply.json<{ data: { rows: JsonObject[] } }>().data
    .rows;

describe('a file of views', () => {
  it('has what the views need, in one order, and is the same each time', async () => {
    const bundle = JSON.parse(exported) as Bundle;
    expect(bundle).toMatchObject({ format: 'molde-views', version: 1 });
    expect(bundle.definitions.map(({ kind, id }) => `${String(kind)}/${String(id)}`)).toEqual([
      'dataset/by-login',
      expect.stringMatching(/^dashboard\/dash-\d+$/),
    ]);
    expect(Object.keys(bundle.definitions[0]!).slice(0, 3)).toEqual(['kind', 'formatVersion', 'id']);
    const again = (
      await call('admin', 'GET', `dash/export?ids=${String(bundle.definitions[1]!['id']).slice(5)}`)
    ).body;
    expect(again).toBe(exported);
    expect((await call('admin', 'GET', 'dash/export?ids=99999')).status).toBe(404);
    const { data } = (await call('admin', 'POST', 'dash', { title: 'Sozinha' })).reply.json<{
      data: { dashId: number };
    }>();
    const dashId = String(bundle.definitions[1]!['id']).slice(5);
    const statements = async (ids: string) =>
      longestOf(await transactionsOf(() => call('admin', 'GET', `dash/export?ids=${ids}`)));
    expect(await statements(`${dashId},${data.dashId}`)).toBe(await statements(dashId));
  });

  it('is imported as drafts under new numbers, after a check that changes nothing', async () => {
    const before = (await viewsOf('beta')).length;
    const checked = await bring(exported, { dryRun: true });
    expect(checked).toMatchObject({
      status: 200,
      data: {
        mayImport: true,
        missing: [],
        definitions: [{ outcome: 'new' }, { outcome: 'new', title: 'Levada' }],
      },
    });
    expect(await viewsOf('beta')).toHaveLength(before);
    const { status, data } = await bring(exported);
    expect(status).toBe(200);
    const dashId = data.definitions[1]!.dashId!;
    expect(await viewsOf('beta')).toHaveLength(before + 1);
    const view = (await call('admin', 'GET', `dash/${dashId}`, undefined, 'beta')).reply.json<{
      data: JsonObject;
    }>();
    expect(view.data).toMatchObject({ title: 'Levada', state: 'draft', layout: [{ id: 'list' }] });
    // The dataset is here now, as it is in the file.
    expect((await bring(exported, { dryRun: true })).data.definitions).toMatchObject([
      { outcome: 'same' },
      { outcome: 'new' },
    ]);
  });

  /** The file with the view as often as wanted, under numbers that nobody has. */
  const fileOf = (count: number): string => {
    const bundle = JSON.parse(exported) as Bundle;
    const [read, view] = bundle.definitions as [JsonObject, JsonObject];
    const copies = Array.from({ length: count }, (_, at) => ({ ...view, id: `dash-${7000 + at}` }));
    return JSON.stringify({ ...bundle, definitions: [read, ...copies] });
  };

  it('is written with the statements of a single view, and checked before', async () => {
    expect((await bring(exported, { tenant: 'acme' })).status).toBe(200);
    const longest = async (count: number, dryRun: boolean) =>
      longestOf(
        await transactionsOf(async () =>
          expect(await bring(fileOf(count), { tenant: 'acme', dryRun })).toMatchObject({
            status: 200,
            data: { mayImport: true },
          }),
        ),
      );
    expect(await longest(30, true)).toBe(await longest(1, true));
    expect(await longest(30, false)).toBe(await longest(1, false));
  });

  it('takes the numbers that are next when it is written, whatever views others made while it was checked', async () => {
    const before = (await viewsOf('acme')).length;
    const original = definitionWorker.prepare.bind(definitionWorker);
    vi.spyOn(definitionWorker, 'prepare').mockImplementation(async (...given) => {
      if (given[1].includes('Levada'))
        expect((await call('admin', 'POST', 'dash', { title: 'Ao mesmo tempo' })).status).toBe(201);
      return original(...given);
    });
    const { data } = await bring(fileOf(6), { tenant: 'acme' });
    const numbers = data.definitions.slice(1).map(({ dashId }) => dashId);
    const views = await viewsOf('acme');
    expect(views).toHaveLength(before + 12);
    const made = views.filter(({ dashId }) => numbers.includes(dashId as number));
    expect(made.map(({ title }) => title)).toEqual(Array(6).fill('Levada'));
  });

  it('keeps what its views say of each other under their new numbers', async () => {
    const bundle = JSON.parse(fileOf(2)) as Bundle;
    const [, one, two] = bundle.definitions as [JsonObject, JsonObject, JsonObject];
    const body = [
      {
        id: 'go',
        type: 'button',
        access: { screen: 'dash-7001', verb: 'read' },
        props: { text: 'dash-7001' },
        on: { press: [{ navigate: '/dashboard/7001?a=1' }] },
        at: { x: 0, y: 0, w: 2, h: 1 },
      },
    ];
    const views = [
      { ...one, path: '/dashboard/7000', body },
      { ...two, path: '/dashboard/7001' },
    ];
    const sent = await bring(JSON.stringify({ ...bundle, definitions: [bundle.definitions[0], ...views] }), {
      tenant: 'acme',
    });
    expect(sent).toMatchObject({ status: 200 });
    const { data } = sent;
    const [, first, second] = data.definitions.map(({ dashId }) => dashId);
    const draft = (await call('admin', 'GET', `dash/${first}/draft`)).reply.json<{
      data: { definition: JsonObject };
    }>().data.definition;
    expect(draft).toMatchObject({
      path: `/dashboard/${first}`,
      body: [
        {
          access: { screen: `dash-${second}` },
          props: { text: 'dash-7001' },
          on: { press: [{ navigate: `/dashboard/${second}?a=1` }] },
        },
      ],
    });
  });

  it('is numbered below a view whose number somebody chose by hand', async () => {
    const { definition } = (await call('admin', 'GET', 'dash/1/draft')).reply.json<{
      data: { definition: JsonObject };
    }>().data;
    const id = 'dash-999999999999999';
    const given = {
      ...definition,
      id,
      path: '/dashboard/999999999999999',
      access: { screen: id, verb: 'read' },
    };
    expect((await call('admin', 'POST', 'def', { definition: given })).status).toBe(200);
    const { data } = await bring(fileOf(2), { tenant: 'acme' });
    for (const { dashId } of data.definitions.slice(1)) expect(dashId).toBeLessThan(1000);
    expect((await call('admin', 'POST', 'dash', { title: 'Depois' })).status).toBe(201);
  });

  it('names what is missing before anything is written, and then writes nothing', async () => {
    const bundle = JSON.parse(exported) as Bundle;
    const partial = JSON.stringify({ ...bundle, definitions: bundle.definitions.slice(1) }).replaceAll(
      'by-login',
      'not-here',
    );
    const before = (await viewsOf('beta')).length;
    expect((await bring(partial, { dryRun: true })).data).toMatchObject({
      mayImport: false,
      missing: [{ kind: 'dataset', id: 'not-here' }],
    });
    expect(await bring(partial)).toMatchObject({
      status: 422,
      message: 'Nada foi importado. Resolva antes: dataset/not-here.',
    });
    const other = JSON.stringify({
      ...bundle,
      definitions: [{ ...bundle.definitions[0]!, title: 'Outro' }, bundle.definitions[1]],
    });
    expect((await bring(other, { tenant: 'acme', dryRun: true })).data.definitions[0]).toMatchObject({
      outcome: 'conflict',
      message: expect.stringMatching(/^'by-login' existe aqui com outro conteúdo\. Dê outro identificador/),
    });
    expect((await bring(other, { tenant: 'acme' })).status).toBe(422);
    const invalid = JSON.stringify({
      ...bundle,
      definitions: [bundle.definitions[0], { ...bundle.definitions[1]!, body: 5 }],
    });
    expect((await bring(invalid)).status).toBe(422);
    const large = JSON.stringify({
      ...bundle,
      definitions: [bundle.definitions[0], { ...bundle.definitions[1]!, 'x-note': 'a'.repeat(1_000_000) }],
    });
    // The whole document has no position to name.
    expect((await bring(large, { dryRun: true })).data.definitions[1]!.message).toMatch(
      /^A definição tem erros e não foi salva\. A definição tem 1(\.\d{3}){2} bytes/,
    );
    expect(await viewsOf('beta')).toHaveLength(before);
  });

  it.each<[string, (text: string) => string, string]>([
    ['cut in half', (text) => text.slice(0, text.length / 2), 'incompleto'],
    ['of something else', () => '{"format":"other"}', 'não é uma exportação'],
    ['of a newer version', (text) => text.replace('"version": 1', '"version": 2'), 'da versão 2'],
    ['with scripts', (text) => text.replace('"Login"', '"<script>alert(1)</script>"'), 'código de página em'],
    [
      'with half of a character',
      (text) => text.replace('"Levada"', '"Lev\\ud800ada"'),
      'um caractere que não pode ser guardado',
    ],
    [
      'with a NUL',
      (text) => text.replace('"Levada"', '"Lev\\u0000ada"'),
      'um caractere que não pode ser guardado',
    ],
    [
      'nested too deep',
      (text) => text.replace('"Levada"', `${'['.repeat(61)}${']'.repeat(61)}`),
      'tem mais de 60 níveis em /breadcrumb/0/name/0/0',
    ],
    [
      'with 501 definitions',
      (text) =>
        JSON.stringify({
          ...(JSON.parse(text) as Bundle),
          definitions: Array.from({ length: 501 }, () => ({})),
        }),
      'Exporte menos visões de cada vez',
    ],
    ['with an entity', (text) => text.replace('"kind": "dataset"', '"kind": "entity"'), 'entity/by-login'],
    [
      'without definitions',
      () => '{"format":"molde-views","version":1,"definitions":[]}',
      'não tem definições',
    ],
  ])('%s is refused', async (_, change, message) => {
    const before = (await viewsOf('beta')).length;
    const refused = await bring(change(exported));
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await viewsOf('beta')).toHaveLength(before);
  });

  it('brings its saved widgets along, with the datasets that they read, and lists those that it lacks', async () => {
    await call('admin', 'POST', 'def', { definition: { ...dataset, id: 'by-name' } });
    const before = (await viewsOf('beta')).length;
    const made = (
      await call('admin', 'POST', 'widget', {
        title: 'Pessoas por login',
        content: {
          sources: { rows: { dataset: 'by-name' } },
          body: [
            {
              id: 'list',
              type: 'table',
              source: 'rows',
              at: { x: 0, y: 0, w: 6, h: 3 },
              props: { columns: [{ field: 'login', title: 'Login' }] },
            },
          ],
        },
      })
    ).reply.json<{ data: { id: string } }>();
    const widgetId = made.data.id;
    const comment = '<p>Pronto</p>';
    expect((await call('admin', 'POST', `widget/${widgetId}/publish`, { comment })).status).toBe(200);
    const layout = [{ id: 'use', type: 'use', options: { use: `widget/${widgetId}` } }];
    const view = (await call('admin', 'POST', 'dash', { title: 'Com widget', layout })).reply.json<{
      data: { dashId: number };
    }>();
    const file = (await call('admin', 'GET', `dash/export?ids=${view.data.dashId}`)).body;
    const bundle = JSON.parse(file) as Bundle;
    const kindsOf = (all: readonly JsonObject[]) =>
      all.map(({ kind, id }) => (kind === 'dashboard' ? kind : `${String(kind)}/${String(id)}`));
    expect(kindsOf(bundle.definitions)).toEqual(['dataset/by-name', `widget/${widgetId}`, 'dashboard']);

    const widgetsOf = async () =>
      (await call('admin', 'GET', 'widget', undefined, 'beta')).reply.json<{ data: { rows: JsonObject[] } }>()
        .data.rows;
    const lacking = JSON.stringify({
      ...bundle,
      definitions: bundle.definitions.filter(({ kind }) => kind === 'dashboard'),
    });
    expect((await bring(lacking, { dryRun: true })).data).toMatchObject({
      mayImport: false,
      missing: [{ kind: 'widget', id: widgetId }],
    });
    expect((await bring(lacking)).status).toBe(422);
    const unread = JSON.stringify({
      ...bundle,
      definitions: bundle.definitions.filter(({ kind }) => kind !== 'dataset'),
    });
    expect((await bring(unread, { dryRun: true })).data).toMatchObject({
      mayImport: false,
      missing: [{ kind: 'dataset', id: 'by-name' }],
    });
    expect([await widgetsOf(), (await viewsOf('beta')).length]).toEqual([[], before]);

    const brought = await bring(file);
    expect(brought).toMatchObject({
      status: 200,
      data: { definitions: [{ outcome: 'new' }, { outcome: 'new' }, { outcome: 'new' }] },
    });
    expect(await widgetsOf()).toMatchObject([{ title: 'Pessoas por login' }]);
    const draft = (
      await call('admin', 'GET', `dash/${brought.data.definitions[2]!.dashId!}/draft`, undefined, 'beta')
    ).reply.json<{ data: { definition: { body: JsonObject[] } } }>();
    expect(draft.data.definition.body).toMatchObject([{ use: `widget/${widgetId}` }]);
    // The view is published after its widget.
    const dashId = brought.data.definitions[2]!.dashId!;
    const publish = async (what: string) => (await call('admin', 'POST', what, { comment }, 'beta')).status;
    expect(await publish(`dash/pub/${dashId}`)).toBe(422);
    expect(await call('admin', 'POST', 'def/dataset/by-name/publish', { comment }, 'beta')).toMatchObject({
      status: 200,
    });
    expect(await publish(`widget/${widgetId}/publish`)).toBe(200);
    expect(await publish(`dash/pub/${dashId}`)).toBe(200);
    // The way back finds nothing new but the view itself.
    expect((await bring(file, { dryRun: true })).data.definitions).toMatchObject([
      { outcome: 'same' },
      { outcome: 'same' },
      { outcome: 'new' },
    ]);
  });

  it('takes the right to create views, and that to create what else it has', async () => {
    expect((await bring(exported, { login: 'autora', tenant: 'acme', dryRun: true })).status).toBe(200);
    const renamed = exported.replaceAll('by-login', 'by-other');
    expect(
      (await bring(renamed, { login: 'autora', tenant: 'acme', dryRun: true })).data.definitions[0],
    ).toMatchObject({
      outcome: 'forbidden',
      message: expect.stringContaining("'by-other' ainda não existe aqui"),
    });
  });
});
