import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let dashId: number;

async function call(
  login: string,
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  payload?: object,
  tenant: 'acme' | 'beta' = 'acme',
) {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const reply = await app.inject({ method, url: `/adm/v2/${url}`, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: string;
    errors: JsonObject[];
    data: JsonObject & { definition: JsonObject; version: number };
  };
}

const draft = (login = 'autora') => call(login, 'GET', `dash/${dashId}/draft`);
const save = (definition: JsonObject, version: number, login = 'autora') =>
  call(login, 'PUT', `dash/${dashId}/draft`, { definition, version });
const text = (id: string, words: string): JsonObject => ({
  id,
  type: 'text',
  typeVersion: 1,
  at: { x: 0, y: 0, w: 4, h: 2 },
  props: { text: words },
});

beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'autora', { 'view-admin': 'rcu' });
  await addPerson(app, 'leitora', { 'view-admin': 'r' });
  await addPerson(app, 'outra', {});
  dashId = Number((await call('autora', 'POST', 'dash', { title: 'Quadro' })).data['dashId']);
});
afterAll(() => app.close());

describe('the document of a view', () => {
  it('is read and saved with the rights of views, and with those alone', async () => {
    const { data } = await draft();
    expect(data.definition).toMatchObject({ kind: 'dashboard', id: `dash-${dashId}`, title: 'Quadro' });
    const saved = await save({ ...data.definition, body: [text('a', 'um')] }, data.version);
    expect(saved).toMatchObject({ status: 200, data: { version: data.version + 1, merged: null } });
    expect((await draft('leitora')).data.definition['body']).toEqual([text('a', 'um')]);
    expect((await save(data.definition, saved.data.version, 'leitora')).status).toBe(403);
    expect((await draft('outra')).status).toBe(403);
    expect((await call('admin', 'GET', `dash/${dashId}/draft`, undefined, 'beta')).status).toBe(404);
    expect((await call('admin', 'PUT', 'dash/900000001/draft', { definition: {}, version: 0 })).status).toBe(
      404,
    );
  });

  it('keeps its kind and its number, whatever is sent', async () => {
    const { data } = await draft();
    const { data: saved } = await save(
      { ...data.definition, kind: 'screen', id: 'admin-user' },
      data.version,
    );
    expect(saved.definition).toMatchObject({ kind: 'dashboard', id: `dash-${dashId}` });
  });

  it('is merged by node when two people save it, and refused where both changed the same', async () => {
    const { data } = await draft();
    const base = { ...data.definition, body: [text('a', 'um'), text('b', 'dois')] };
    const first = await save(base, data.version);
    const mine = { ...base, body: [text('a', 'meu'), text('b', 'dois')] };
    const theirs = { ...base, body: [text('a', 'um'), text('b', 'deles')] };
    await save(theirs, first.data.version, 'admin');
    const merged = await save(mine, first.data.version);
    expect(merged.data).toMatchObject({ merged: { changes: [{ nodeId: 'b' }] } });
    expect(merged.data.definition['body']).toEqual([text('a', 'meu'), text('b', 'deles')]);
    const other = { ...base, body: [text('a', 'outro'), text('b', 'dois')] };
    const refused = await save(other, first.data.version, 'admin');
    expect(refused).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
    expect(refused.data['conflicts']).toMatchObject([{ nodeId: 'a', mine: 'outro', theirs: 'meu' }]);
  });

  it('is refused with its diagnostics when it is invalid, and stays as it was', async () => {
    const { data } = await draft();
    const bad = { ...data.definition, body: [{ ...text('a', 'x'), at: { x: -1, y: 0.5, w: 13, h: 0 } }] };
    const refused = await save(bad, data.version);
    expect(refused).toMatchObject({ status: 422, code: 'DEFINITION_INVALID' });
    expect(refused.errors.length).toBeGreaterThan(0);
    expect((await draft()).data.version).toBe(data.version);
  });
});
