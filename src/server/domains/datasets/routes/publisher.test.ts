import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

/** People who publish what reads data must be able to read that data. */

let app: TestApp;
const mayPublish = { 'admin-definition': 'rcu', 'view-admin': 'rcu', 'widget-admin': 'rcu' };
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'publisher', mayPublish);
  await addPerson(app, 'reader', { ...mayPublish, 'admin-user': 'r' });
});
afterAll(() => app.close());

interface Answer {
  status: number;
  code: string;
  message: string;
  data: JsonObject;
  errors: { path: string; message: string }[];
}

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: JsonObject,
  lang = 'pt',
) {
  const headers = { ...(await app.sessionOf(app.tenants.acme, login)), 'accept-language': lang };
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode } as Answer;
}

const dataset = (id: string, more: JsonObject = {}): JsonObject => ({
  kind: 'dataset',
  formatVersion: 2,
  id,
  title: 'Pessoas por mês',
  from: 'user',
  measures: { people: { count: true } },
  ...more,
});
const draft = async (login: string, definition: JsonObject): Promise<void> => {
  const made = await call(login, 'POST', '/adm/v2/def', { definition });
  expect([made.message, made.status]).toEqual([made.message, 200]);
};
const publish = (login: string, id: string, lang?: string) =>
  call(login, 'POST', `/adm/v2/def/dataset/${id}/publish`, { comment: 'x' }, lang);
const publishedVersion = async (id: string) =>
  (await call('admin', 'GET', `/adm/v2/def/dataset/${id}?draft=1`)).data['publishedVersion'];

it('a dataset is not published by who may not read its records, and the refusal names them and the remedy', async () => {
  await draft('publisher', dataset('people'));
  for (const [lang, ...words] of [
    ['pt', 'Pessoas por mês', 'admin-user', 'Peça'],
    ['en', 'Pessoas por mês', 'admin-user', 'Ask'],
    ['es', 'Pessoas por mês', 'admin-user', 'Pida'],
  ] as const) {
    const refused = await publish('publisher', 'people', lang);
    expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN']);
    for (const word of words) expect(refused.message).toContain(word);
    expect(refused.errors).toEqual([{ path: '', message: refused.message }]);
  }
  expect(await publishedVersion('people')).toBe(0);
  expect((await publish('reader', 'people')).status).toBe(200);
});

it('nor over records that a path of it passes, nor by a return to an earlier version', async () => {
  await draft(
    'publisher',
    dataset('log', { from: 'company', title: 'Empresas', where: { 'createdBy.name': { eq: 'x' } } }),
  );
  expect(await publish('publisher', 'log')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const earlier = await publish('admin', 'log');
  expect(earlier.status).toBe(200);
  const { version } = earlier.data;
  const saved = await call('admin', 'PUT', '/adm/v2/def/dataset/log', {
    definition: dataset('log', { title: 'Outro' }),
    version: version as number,
  });
  expect(saved.status).toBe(200);
  expect((await publish('admin', 'log')).status).toBe(200);
  const back = await call('publisher', 'POST', '/adm/v2/def/dataset/log/rollback', {
    version: version as number,
  });
  expect(back).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(
    (await call('admin', 'POST', '/adm/v2/def/dataset/log/rollback', { version: version as number })).status,
  ).toBe(200);
});

it('a view is not published by who may not read the datasets that it shows, alone or among others', async () => {
  await draft('admin', dataset('shown'));
  expect((await publish('admin', 'shown')).status).toBe(200);
  const views: number[] = [];
  for (const title of ['Com dados', 'Sem dados']) {
    const { dashId } = (await call('publisher', 'POST', '/adm/v2/dash', { title })).data;
    views.push(dashId as number);
  }
  const url = `/adm/v2/dash/${views[0]}/draft`;
  const opened = (await call('publisher', 'GET', url)).data;
  const saved = await call('publisher', 'PUT', url, {
    definition: {
      ...(opened['definition'] as JsonObject),
      sources: { people: { dataset: 'shown' } },
      body: [
        {
          id: 'list',
          type: 'table',
          source: 'people',
          props: { label: 'Pessoas', columns: [{ field: 'people', title: 'X' }] },
        },
      ],
    },
    version: opened['version'] as number,
  });
  expect([saved.message, saved.status]).toEqual([saved.message, 200]);
  const all = (login: string, ids: number[]) =>
    call(login, 'POST', '/adm/v2/dash/pub', { ids, comment: '<p>x</p>' });
  const one = await all('publisher', [views[0]!]);
  expect(one).toMatchObject({ status: 403, errors: [{ path: '/sources/people/dataset' }] });
  expect(one.message).toContain('Pessoas por mês');
  const both = await all('publisher', views);
  expect(both).toMatchObject({ status: 403, errors: [{ path: '/ids/0' }] });
  expect(both.message).toContain('Com dados');
  expect((await all('reader', views)).status).toBe(200);
});
