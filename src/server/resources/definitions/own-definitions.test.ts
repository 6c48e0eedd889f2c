import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionReference } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Menu } from '../../../contracts/menu.ts';
import { startDefinitionWorker } from '../../services/definitions/testing.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPerson } from '../testing.ts';

let app: TestApp;
let groups: Map<string, number>;

beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'gestor', { 'admin-definition': 'rcud' });
  await addPerson(app, 'editora', { 'admin-definition': 'rcud' });
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
  await addPerson(app, 'outro', { 'admin-user': 'r', support: 'r' });
  const rows = await app.database.owner
    .selectFrom('access_group')
    .select(['id', 'name', 'tenant_id'])
    .execute();
  groups = new Map(
    rows.filter((row) => row.tenant_id === app.tenants.acme).map((row) => [row.name, Number(row.id)]),
  );
});
afterAll(() => app.close());

const group = (login: string): number => groups.get(`Grupo ${login}`)!;

async function call(login: string, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({
    method,
    url: `/adm/v2${url}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  const body = reply.json<{ data: unknown; code?: string; message: string; errors?: JsonObject[] }>();
  return { status: reply.statusCode, body };
}

const screen = (id: string, more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: `Tela ${id}`,
  access: { screen: id, verb: 'read' },
  body: [{ id: 'header', type: 'page-header', props: { title: id } }],
  ...more,
});
const create = (login: string, definition: JsonObject, grant?: object) =>
  call(login, 'POST', '/def', { definition, ...(grant ? { grant } : {}) });
const publish = (login: string, id: string, kind = 'screen') =>
  call(login, 'POST', `/def/${kind}/${id}/publish`, { comment: 'x' });
const menuOf = async (login: string) => (await call(login, 'GET', '/home/menu2')).body.data as Menu;

describe('a new screen with its permission', () => {
  it('should be open to the chosen groups, and to nobody else', async () => {
    const grant = { groups: [group('gestor'), group('leitor')], verbs: ['create'] };
    expect(await create('gestor', screen('loans'), grant)).toMatchObject({ status: 200 });
    expect(await publish('gestor', 'loans')).toMatchObject({ status: 200 });
    const opened = (login: string) => call(login, 'GET', '/def/screen?path=/loans');
    expect((await opened('leitor')).status).toBe(200);
    expect((await opened('outro')).status).toBe(403);
    // The menu shows which rights came with it.
    const [own] = (await menuOf('leitor')).overview.filter(({ title }) => title === '$menu.ownScreens');
    expect(own?.submenu).toMatchObject([
      { key: 'loans', userPermissions: { read: true, create: true, update: false, delete: false } },
    ]);
  });

  it.each<[string, object | undefined, object]>([
    ['without groups', undefined, { path: '/groups', message: expect.stringContaining('grupos') }],
    ['without a group of its creator', { groups: [1], verbs: [] }, { path: '/groups' }],
    ['with a group that does not exist', { groups: [999_999], verbs: [] }, { path: '/groups' }],
  ])('should not be created %s', async (_, grant, error) => {
    const chosen =
      grant && 'groups' in grant && (grant.groups as number[])[0] === 1
        ? { ...grant, groups: [group('leitor')] }
        : grant;
    const { status, body } = await create('gestor', screen('locked'), chosen);
    expect([status, body.errors]).toMatchObject([400, [error]]);
    expect((await call('gestor', 'GET', '/def/screen/locked?draft=1')).status).toBe(404);
  });

  it('should not grant a permission that exists already and that its creator does not hold', async () => {
    for (const id of ['support', 'admin-user-more']) {
      const grant = { groups: [group('gestor')], verbs: [] };
      const { status } = await create('gestor', screen(id), grant);
      expect([id, status]).toEqual([id, id === 'support' ? 400 : 200]);
    }
    const other = screen('reads-users', { access: { screen: 'admin-user', verb: 'read' } });
    expect(await create('gestor', other)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/screen' }] },
    });
    const grant = { groups: [group('gestor')], verbs: [] };
    expect(await create('admin', other, grant)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/groups' }] },
    });
  });

  it('should lend its permission to other definitions', async () => {
    const form = {
      kind: 'form',
      formatVersion: 2,
      id: 'loan',
      access: { screen: 'loans', verb: 'read' },
      schema: { type: 'object', properties: { name: { type: 'string' } } },
      ui: { sections: [{ id: 'main', fields: ['name'] }] },
    };
    expect(await create('gestor', form)).toMatchObject({ status: 200 });
    const { rows } = (await call('gestor', 'GET', '/def/permission')).body.data as {
      rows: { screen: string }[];
    };
    expect(rows.map((row) => row.screen)).toContain('loans');
    expect(rows.map((row) => row.screen)).not.toContain('admin-user');
  });
});

describe('the groups of an own screen', () => {
  const change = (login: string, names: string[], verbs: string[] = [], id = 'shared') =>
    call(login, 'PUT', `/def/screen/${id}/groups`, { groups: names.map(group), verbs });
  const opened = async (login: string) => (await call(login, 'GET', '/def/screen?path=/shared')).status;

  it('should change after its creation, and keep the rights of those that stay', async () => {
    const grant = { groups: [group('gestor'), group('leitor')], verbs: ['create'] };
    expect((await create('gestor', screen('shared'), grant)).status).toBe(200);
    expect((await publish('gestor', 'shared')).status).toBe(200);
    const { body } = await call('gestor', 'GET', '/def/screen/shared/groups');
    expect(body.data).toMatchObject({
      own: true,
      rows: [
        { name: 'Grupo gestor', verbs: ['create'] },
        { name: 'Grupo leitor', verbs: ['create'] },
      ],
    });
    expect([await opened('leitor'), await opened('outro')]).toEqual([200, 403]);
    expect((await change('gestor', ['gestor', 'outro'])).body.data).toMatchObject({
      rows: [
        { name: 'Grupo gestor', verbs: ['create'] },
        { name: 'Grupo outro', verbs: [] },
      ],
    });
    expect([await opened('leitor'), await opened('outro')]).toEqual([403, 200]);
  });

  it('should be changed only by those who hold what they grant, and not lock them out', async () => {
    const wrong = { status: 400, body: { errors: [{ path: '/verbs' }] } };
    expect(await change('gestor', ['gestor', 'outro', 'leitor'], ['delete'])).toMatchObject(wrong);
    const locked = { status: 400, body: { errors: [{ path: '/groups' }] } };
    expect(await change('gestor', ['leitor'])).toMatchObject(locked);
    expect((await change('leitor', ['leitor'])).status).toBe(403);
    // May edit definitions, and holds nothing on this one.
    expect((await change('editora', ['gestor', 'editora'])).status).toBe(403);
    expect([await opened('leitor'), await opened('outro')]).toEqual([403, 200]);
  });

  it('should not exist for the permission of another screen', async () => {
    expect(await change('gestor', ['gestor'], [], 'admin-user')).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
    const { body } = await call('gestor', 'GET', '/def/screen/admin-user/groups');
    expect(body.data).toEqual({ own: false, groups: [], rows: [] });
    expect((await change('gestor', ['gestor'], [], 'nowhere')).status).toBe(404);
  });
});

describe('GET /adm/v2/dd/cas/agrp', () => {
  it('should list the groups of the tenant, with those of the caller marked', async () => {
    const { rows } = (await call('gestor', 'GET', '/dd/cas/agrp?nomeGrupo=grupo')).body.data as {
      rows: { nomeGrupo: string; isMember: boolean }[];
    };
    expect(rows.map(({ nomeGrupo, isMember }) => [nomeGrupo, isMember])).toEqual([
      ['Grupo editora', false],
      ['Grupo gestor', true],
      ['Grupo leitor', false],
      ['Grupo outro', false],
    ]);
    expect((await call('leitor', 'GET', '/dd/cas/agrp')).status).toBe(403);
  });

  it('should find one group by its id', async () => {
    const { body } = await call('gestor', 'GET', `/dd/cas/agrp?id=${group('leitor')}`);
    expect(body.data).toMatchObject({ totalRows: 1, rows: [{ nomeGrupo: 'Grupo leitor' }] });
  });
});

describe('the menu', () => {
  it('should show a published screen where its document says, under a translated title', async () => {
    const access = { screen: 'admin-user', verb: 'read' };
    const strings = { pt: { menu: 'Frota' }, en: { menu: 'Fleet' }, es: { menu: 'Flota' } };
    const placed = screen('vehicles', {
      access,
      menu: { group: '$menu.security', icon: 'people', title: '$menu' },
      strings,
    });
    const apart = screen('trips', { access, menu: { group: '$menu' }, strings });
    for (const definition of [placed, apart]) {
      expect(await create('admin', definition)).toMatchObject({ status: 200 });
      await publish('admin', String(definition.id));
    }
    const { overview } = await menuOf('outro');
    const entries = overview.map(({ title, submenu }) => [
      title,
      submenu.map((item) => [item.title, item.icon]),
    ]);
    expect(entries).toContainEqual([
      '$menu.security',
      [
        ['Usuários', 'people'],
        ['Frota', 'people'],
      ],
    ]);
    expect(entries).toContainEqual(['Frota', [['Tela trips', 'list']]]);
  });
});

describe('taking back', () => {
  it('should unpublish an own definition, keep its content as the draft and its history', async () => {
    const served = () => call('admin', 'GET', '/def/screen?path=/loans');
    expect((await served()).status).toBe(200);
    expect(await call('gestor', 'POST', '/def/screen/loans/unpublish')).toMatchObject({ status: 200 });
    expect((await served()).status).toBe(404);
    expect(await call('gestor', 'POST', '/def/screen/loans/unpublish')).toMatchObject({ status: 422 });
    expect((await call('gestor', 'GET', '/def/screen/loans?draft=1')).body.data).toMatchObject({
      publishedVersion: 0,
      draft: { version: 2 },
      definition: { id: 'loans' },
    });
    expect((await call('gestor', 'GET', '/def/screen/loans/history')).body.data).toMatchObject({
      rows: [
        { version: 3, comment: 'Publicação encerrada', current: false },
        { version: 1, comment: 'x', current: false },
      ],
    });
    expect((await publish('gestor', 'loans')).status).toBe(200);
    expect((await served()).status).toBe(200);
  });

  it('should remove an own definition, and restore it from the history', async () => {
    expect((await call('gestor', 'POST', '/def/screen/loans/remove')).status).toBe(200);
    expect((await call('gestor', 'GET', '/def/screen/loans?draft=1')).status).toBe(404);
    const { rows } = (await call('gestor', 'GET', '/def?text=loans')).body.data as { rows: { id: string }[] };
    expect(rows.map(({ id }) => id)).toEqual([]);
    expect((await call('gestor', 'POST', '/def/screen/loans/remove')).status).toBe(404);
    expect((await call('gestor', 'POST', '/def/screen/loans/rollback', { version: 1 })).status).toBe(200);
    expect((await call('admin', 'GET', '/def/screen?path=/loans')).status).toBe(200);
  });

  it('should leave definitions of the product', async () => {
    for (const verb of ['unpublish', 'remove']) {
      expect((await call('admin', 'POST', `/def/screen/admin-user/${verb}`)).status).toBe(422);
    }
  });

  it('should name what refers to a definition', async () => {
    const uses = screen('uses', {
      access: { screen: 'loans', verb: 'read' },
      body: [
        { id: 'form', type: 'form', props: { form: 'loan' } },
        { id: 'go', type: 'button', props: { text: 'Go' }, on: { press: [{ navigate: '/loans?a=1' }] } },
      ],
    });
    expect(await create('admin', uses)).toMatchObject({ status: 200 });
    const relationsOf = async (kind: string, id: string) => {
      const { rows } = (await call('gestor', 'GET', `/def/${kind}/${id}/references`)).body.data as {
        rows: DefinitionReference[];
      };
      return rows.map((row) => `${row.relation} ${row.kind}/${row.id}`).sort();
    };
    expect(await relationsOf('form', 'loan')).toEqual(['form screen/uses']);
    expect(await relationsOf('screen', 'loans')).toEqual([
      'link screen/uses',
      'menu screen/loans',
      'permission form/loan',
      'permission screen/uses',
    ]);
  });
});
