import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionReference } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Menu } from '../../../../contracts/menu.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

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

/** A request that lets a group read, and nobody do more. */
const readers = (login: string) => ({ groups: [group(login)], create: [], update: [], delete: [] });

async function call(login: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
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
const loan = {
  kind: 'form',
  formatVersion: 2,
  id: 'loan',
  access: { screen: 'loans', verb: 'read' },
  schema: { type: 'object', properties: { name: { type: 'string' } } },
  ui: { sections: [{ id: 'main', fields: ['name'] }] },
};
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

  it('should let its groups do no more than read unless verbs are chosen', async () => {
    const grant = { groups: [group('gestor'), group('leitor')], verbs: [] };
    expect(await create('gestor', screen('notes'), grant)).toMatchObject({ status: 200 });
    expect(await publish('gestor', 'notes')).toMatchObject({ status: 200 });
    for (const login of ['gestor', 'leitor']) {
      const { submenu } = (await menuOf(login)).overview.find(({ title }) => title === '$menu.ownScreens')!;
      expect(submenu.find(({ key }) => key === 'notes')).toMatchObject({
        userPermissions: { read: true, create: false, update: false, delete: false },
      });
    }
    expect(await call('gestor', 'POST', '/def/screen/notes/remove')).toMatchObject({ status: 200 });
  });

  it.each<[string, object | undefined, object]>([
    ['without groups', undefined, { path: '/grant/groups', message: expect.stringContaining('grupos') }],
    ['without a group of its creator', { groups: [1], verbs: [] }, { path: '/grant/groups' }],
    ['with a group that does not exist', { groups: [999_999], verbs: [] }, { path: '/grant/groups/0' }],
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
    for (const id of ['admin-user', 'admin-user-more']) {
      const grant = { groups: [group('gestor')], verbs: [] };
      const { status } = await create('gestor', screen(id, { kind: 'dashboard', path: `/of-${id}` }), grant);
      expect([id, status]).toEqual([id, id === 'admin-user' ? 400 : 200]);
    }
    const other = screen('reads-users', { access: { screen: 'admin-user', verb: 'read' } });
    expect(await create('gestor', other)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/screen' }] },
    });
    const grant = { groups: [group('gestor')], verbs: [] };
    expect(await create('admin', other, grant)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/grant' }] },
    });
  });

  it('should lend its permission to other definitions', async () => {
    expect(await create('gestor', loan)).toMatchObject({ status: 200 });
    const { rows } = (await call('gestor', 'GET', '/def/permission')).body.data as {
      rows: { screen: string }[];
    };
    expect(rows.map((row) => row.screen)).toContain('loans');
    expect(rows.map((row) => row.screen)).not.toContain('admin-user');
  });
});

describe('the groups of an own screen', () => {
  const change = (
    login: string,
    names: string[],
    creators: string[] = [],
    more: object = {},
    id = 'shared',
  ) =>
    call(login, 'PUT', `/def/screen/${id}/groups`, {
      groups: names.map(group),
      create: creators.map(group),
      update: [],
      delete: [],
      ...more,
    });
  const opened = async (login: string) => (await call(login, 'GET', '/def/screen?path=/shared')).status;

  it('should change after its creation, with what each of them may do', async () => {
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
    expect((await change('gestor', ['gestor', 'outro'], ['gestor'])).body.data).toMatchObject({
      rows: [
        { name: 'Grupo gestor', verbs: ['create'] },
        { name: 'Grupo outro', verbs: [] },
      ],
    });
    // Those that are there already get more, and less.
    expect((await change('gestor', ['gestor', 'outro'], ['gestor', 'outro'])).body.data).toMatchObject({
      rows: [{ verbs: ['create'] }, { verbs: ['create'] }],
    });
    expect((await change('gestor', ['gestor', 'outro'], ['gestor'])).body.data).toMatchObject({
      rows: [{ verbs: ['create'] }, { verbs: [] }],
    });
    expect([await opened('leitor'), await opened('outro')]).toEqual([403, 200]);
  });

  it('should be changed only by those who hold what they grant, and not lock them out', async () => {
    const wrong = { status: 400, body: { errors: [{ path: '/delete' }] } };
    // For a new group, for one that is there, and for themselves.
    for (const name of ['leitor', 'outro', 'gestor']) {
      const more = { delete: [group(name)] };
      expect(await change('gestor', ['gestor', 'outro', 'leitor'], ['gestor'], more)).toMatchObject(wrong);
    }
    expect(await change('gestor', ['gestor', 'outro'], ['leitor'])).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/create' }] },
    });
    const locked = { status: 400, body: { errors: [{ path: '/groups' }] } };
    expect(await change('gestor', ['leitor'])).toMatchObject(locked);
    expect(await change('gestor', [])).toMatchObject(locked);
    expect((await change('leitor', ['leitor'])).status).toBe(403);
    // May edit definitions, and holds nothing on this one.
    expect((await change('editora', ['gestor', 'editora'])).status).toBe(403);
    expect([await opened('leitor'), await opened('outro')]).toEqual([403, 200]);
  });

  it('should not exist for the permission of another screen', async () => {
    expect(await change('gestor', ['gestor'], [], {}, 'admin-user')).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
    const { body } = await call('gestor', 'GET', '/def/screen/admin-user/groups');
    expect(body.data).toEqual({ own: false, groups: [], rows: [] });
    expect((await change('gestor', ['gestor'], [], {}, 'nowhere')).status).toBe(404);
  });
});

describe('the groups of a screen of the product', () => {
  const companies = async (login: string) => (await call(login, 'GET', '/ent/company')).status;
  const change = (login: string, names: string[], creators: string[] = []) =>
    call(login, 'PUT', '/def/screen/basic-company/groups', {
      groups: names.map(group),
      create: creators.map(group),
      update: [],
      delete: [],
    });

  it('should be changed by administrators, who let others in and out', async () => {
    expect(await companies('outro')).toBe(403);
    const { body } = await call('admin', 'GET', '/def/screen/basic-company/groups');
    const { own, rows } = body.data as { own: boolean; rows: { name: string }[] };
    expect([own, rows.map(({ name }) => name)]).toEqual([true, expect.not.arrayContaining(['Grupo outro'])]);
    expect(await change('admin', ['outro'], ['outro'])).toMatchObject({
      status: 200,
      body: { data: { rows: [{ name: 'Grupo outro', verbs: ['create'] }] } },
    });
    expect(await companies('outro')).toBe(200);
    const entries = (await menuOf('outro')).overview.flatMap(({ submenu }) => submenu);
    expect(entries.find(({ key }) => key === 'basic-company')).toMatchObject({
      userPermissions: { read: true, create: true, update: false, delete: false },
    });
    expect(await change('admin', [])).toMatchObject({ status: 200, body: { data: { rows: [] } } });
    expect(await companies('outro')).toBe(403);
  });

  it('should be kept from others who edit definitions', async () => {
    expect(await change('gestor', ['gestor'])).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
    const { body } = await call('gestor', 'GET', '/def/screen/basic-company/groups');
    expect(body.data).toEqual({ own: false, groups: [], rows: [] });
  });

  it('should not exist for a screen that names the permission of another one', async () => {
    const { body } = await call('admin', 'GET', '/def/screen/basic-company-edit/groups');
    expect(body.data).toEqual({ own: false, groups: [], rows: [] });
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
    expect(entries).toContainEqual(['Frota', [['Tela trips', undefined]]]);
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
        { version: 3, comment: 'Publicação encerrada', current: false, ended: true, rollbackOf: null },
        { version: 1, comment: 'x', current: false, ended: false },
      ],
    });
    expect(await call('gestor', 'POST', '/def/screen/loans/rollback', { version: 3 })).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN', message: expect.stringContaining('versão 3') },
    });
    expect((await publish('gestor', 'loans')).status).toBe(200);
    expect((await served()).status).toBe(200);
    // The draft was saved before the publication ended, and is published after it.
    expect((await call('gestor', 'GET', '/def/screen/loans/history')).body.data).toMatchObject({
      rows: [
        { version: 2, current: true },
        { version: 3, ended: true },
        { version: 1, current: false },
      ],
    });
  });

  it('should remove an own definition, and restore it from the history', async () => {
    // The form names the permission of the screen.
    expect((await call('gestor', 'POST', '/def/screen/loans/remove')).status).toBe(409);
    expect((await call('gestor', 'POST', '/def/form/loan/remove')).status).toBe(200);
    expect((await call('gestor', 'POST', '/def/screen/loans/remove')).status).toBe(200);
    expect((await call('gestor', 'GET', '/def/screen/loans?draft=1')).status).toBe(404);
    const { rows } = (await call('gestor', 'GET', '/def?text=loans')).body.data as { rows: { id: string }[] };
    expect(rows.map(({ id }) => id)).toEqual([]);
    expect((await call('gestor', 'POST', '/def/screen/loans/remove')).status).toBe(404);
    expect((await call('gestor', 'POST', '/def/screen/loans/rollback', { version: 1 })).status).toBe(200);
    expect((await call('admin', 'GET', '/def/screen?path=/loans')).status).toBe(200);
    // Its grants ended with it.
    expect((await call('leitor', 'GET', '/def/screen?path=/loans')).status).toBe(403);
    expect((await create('admin', loan)).status).toBe(200);
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

describe('the permission of a removed definition', () => {
  const open = (login: string, id: string) => call(login, 'GET', `/def/screen?path=/${id}`);
  const grantTo = (...logins: string[]) => ({
    groups: logins.map(group),
    verbs: ['create', 'update', 'delete'],
  });
  const grantsOf = async (id: string) =>
    (
      await app.database.owner
        .selectFrom('access_group_screen')
        .where('screen_key', '=', id)
        .select('group_id')
        .execute()
    ).map((row) => Number(row.group_id));

  it.each(['screen', 'dashboard'])(
    'should end with a %s, so that the next of its id has none',
    async (kind) => {
      const id = `leak-${kind}`;
      const document = screen(id, kind === 'dashboard' ? { kind } : {});
      await create('gestor', document, grantTo('gestor', 'leitor'));
      await publish('gestor', id, kind);
      expect((await open('leitor', id)).status).toBe(200);
      expect((await call('gestor', 'POST', `/def/${kind}/${id}/remove`)).status).toBe(200);
      expect(await grantsOf(id)).toEqual([]);
      const again = await create('gestor', document, { groups: [group('gestor')], verbs: [] });
      expect(again).toMatchObject({ status: 200 });
      await publish('gestor', id, kind);
      expect([(await open('gestor', id)).status, (await open('leitor', id)).status]).toEqual([200, 403]);
      expect(await grantsOf(id)).toEqual([group('gestor')]);
      const audited = await app.database.owner
        .selectFrom('audit')
        .where('entity', '=', 'screen-permission')
        .where('entity_id', '=', id)
        .select('action')
        .orderBy('id')
        .execute();
      expect(audited.map(({ action }) => action)).toEqual(['grant', 'revoke', 'grant']);
    },
  );

  it('should not end while another definition names it, which the answer tells', async () => {
    await create('gestor', screen('lender'), grantTo('gestor', 'leitor'));
    await publish('gestor', 'lender');
    const borrower = screen('borrower', { access: { screen: 'lender', verb: 'read' } });
    expect((await create('gestor', borrower)).status).toBe(200);
    const remove = (id: string) => call('gestor', 'POST', `/def/screen/${id}/remove`);
    expect(await remove('lender')).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: expect.stringContaining('Tela borrower (screen/borrower)') },
    });
    expect((await open('leitor', 'lender')).status).toBe(200);
    expect((await remove('borrower')).status).toBe(200);
    expect((await remove('lender')).status).toBe(200);
  });

  it('should end with a draft that is discarded and was never published', async () => {
    await create('gestor', screen('tried'), grantTo('gestor', 'leitor'));
    expect((await call('gestor', 'DELETE', '/def/screen/tried')).status).toBe(200);
    expect(await grantsOf('tried')).toEqual([]);
  });

  it('should not be inherited from grants that an earlier release left', async () => {
    const { id: tenant_id } = await app.database.owner
      .selectFrom('tenant')
      .where('id', '=', app.tenants.acme)
      .select('id')
      .executeTakeFirstOrThrow();
    const rights = { can_read: true, can_create: true, can_update: true, can_delete: true };
    await app.database.owner
      .insertInto('access_group_screen')
      .values({ tenant_id, group_id: group('leitor'), screen_key: 'left', ...rights })
      .execute();
    await create('gestor', screen('left'), { groups: [group('gestor')], verbs: [] });
    expect(await grantsOf('left')).toEqual([group('gestor')]);
  });

  describe('whose definition names another one', () => {
    const move = async (id: string, screenKey: string) => {
      const { version } = (await call('admin', 'GET', `/def/screen/${id}?draft=1`)).body.data as {
        version: number;
      };
      const definition = screen(id, { access: { screen: screenKey, verb: 'read' } });
      return call('admin', 'PUT', `/def/screen/${id}`, { definition, version });
    };

    it('should end when that is published, so that it comes back without its former groups', async () => {
      await create('gestor', screen('moved'), grantTo('gestor', 'leitor'));
      await publish('gestor', 'moved');
      expect((await move('moved', 'admin-definition')).status).toBe(200);
      // The published version still has it.
      expect([(await open('leitor', 'moved')).status, (await open('editora', 'moved')).status]).toEqual([
        200, 403,
      ]);
      expect((await publish('admin', 'moved')).status).toBe(200);
      expect([(await open('leitor', 'moved')).status, (await open('editora', 'moved')).status]).toEqual([
        403, 200,
      ]);
      expect(await grantsOf('moved')).toEqual([]);
      expect((await move('moved', 'moved')).status).toBe(200);
      // The people who open it now would lose it.
      expect(await publish('admin', 'moved')).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
      expect((await open('editora', 'moved')).status).toBe(200);
      const groupsOfMoved = readers('editora');
      expect((await call('admin', 'PUT', '/def/screen/moved/groups', groupsOfMoved)).status).toBe(200);
      expect((await publish('admin', 'moved')).status).toBe(200);
      expect([(await open('leitor', 'moved')).status, (await open('editora', 'moved')).status]).toEqual([
        403, 200,
      ]);
    });

    it('should not end while others name it', async () => {
      await create('gestor', screen('lent'), grantTo('gestor', 'leitor'));
      await publish('gestor', 'lent');
      await create('gestor', screen('borrows', { access: { screen: 'lent', verb: 'read' } }));
      await move('lent', 'admin-definition');
      expect(await publish('admin', 'lent')).toMatchObject({
        status: 409,
        body: { code: 'IN_USE', message: expect.stringContaining('screen/borrows') },
      });
      expect((await open('leitor', 'lent')).status).toBe(200);
    });

    it('should end with a rollback to a version that names another one', async () => {
      await create('admin', screen('returns', { access: { screen: 'admin-definition', verb: 'read' } }));
      await publish('admin', 'returns');
      await move('returns', 'returns');
      await call('admin', 'PUT', '/def/screen/returns/groups', readers('leitor'));
      expect((await publish('admin', 'returns')).status).toBe(200);
      expect((await open('leitor', 'returns')).status).toBe(200);
      expect((await call('admin', 'POST', '/def/screen/returns/rollback', { version: 1 })).status).toBe(200);
      expect([(await open('leitor', 'returns')).status, await grantsOf('returns')]).toEqual([403, []]);
    });
  });

  it('should stay for a screen of the product', async () => {
    await create('admin', screen('admin-user', { kind: 'dashboard', path: '/people' }));
    await publish('admin', 'admin-user', 'dashboard');
    const change = readers('gestor');
    expect((await call('admin', 'PUT', '/def/dashboard/admin-user/groups', change)).status).toBe(422);
    expect((await call('admin', 'POST', '/def/dashboard/admin-user/remove')).status).toBe(200);
    expect(await grantsOf('admin-user')).toContain(group('outro'));
  });
});

describe('the permissions that a definition may name', () => {
  it('should be those of screens that have one', async () => {
    const access = { screen: 'admin-user', verb: 'read' };
    await create('admin', screen('reads-people', { access }));
    await create('gestor', screen('own-draft'), { groups: [group('gestor')], verbs: [] });
    const { rows } = (await call('admin', 'GET', '/def/permission')).body.data as {
      rows: { screen: string }[];
    };
    const listed = rows.map((row) => row.screen);
    expect(listed).toContain('own-draft');
    expect(listed).not.toContain('reads-people');
    const naming = (id: string, named: string) =>
      create('admin', screen(id, { access: { screen: named, verb: 'read' } }));
    expect(await naming('names-none', 'reads-people')).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/access/screen', code: 'unknown-screen' }] },
    });
    expect((await naming('names-own', 'own-draft')).status).toBe(200);
    // A form has no permission of its own.
    const form = { ...loan, id: 'names-itself', access: { screen: 'names-itself', verb: 'read' } };
    expect(await create('admin', form)).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/access/screen', code: 'unknown-screen' }] },
    });
  });
});

describe('an entity of a tenant', () => {
  const gadget = {
    kind: 'entity',
    formatVersion: 2,
    id: 'gadget',
    title: 'Gadget',
    key: 'id',
    fields: { id: { type: 'integer', title: 'Id' } },
  };
  const refused = {
    status: 422,
    body: {
      code: 'RULE_BROKEN',
      message: expect.stringContaining('entidades vêm com o produto'),
      errors: [{ path: '/kind' }],
    },
  };

  it('should be refused when it is created, saved or published', async () => {
    expect(await create('admin', gadget)).toMatchObject(refused);
    expect(
      await call('admin', 'PUT', '/def/entity/company', {
        definition: { ...gadget, id: 'company' },
        version: 0,
      }),
    ).toMatchObject(refused);
    expect(await publish('admin', 'company', 'entity')).toMatchObject(refused);
    expect((await call('admin', 'GET', '/def/entity/company?draft=1')).body.data).toMatchObject({
      source: 'bundled',
    });
  });
});

describe('a definition that does not exist', () => {
  it.each(['screen', 'form', 'dashboard', 'fragment', 'entity'])(
    'should answer 404 as a %s',
    async (kind) => {
      for (const rest of ['', '?draft=1', '/history'])
        expect([rest, (await call('admin', 'GET', `/def/${kind}/nope${rest}`)).status]).toEqual([rest, 404]);
    },
  );
});

describe('the limit of 2,000 definitions', () => {
  const store = (name: string, count: number, published: number) =>
    sql`
      insert into definition (tenant_id, kind, id, published_version, last_version)
      select ${app.tenants.acme}, 'form', ${name} || n, ${published}, 1 from generate_series(1, ${count}) as n`.execute(
      app.database.owner,
    );
  const form = (id: string): JsonObject => ({ ...loan, id, access: { screen: 'admin-user', verb: 'read' } });

  it('should count those that the tenant has, and not those that it removed', async () => {
    await store('removed-', 2000, 0);
    expect((await create('gestor', form('after-removed'))).status).toBe(200);
    await store('present-', 2000, 1);
    const refused = await create('gestor', form('one-more'));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN', message: expect.stringContaining('2.000') },
    });
    await app.database.owner
      .deleteFrom('definition')
      .where('id', '~', '^(removed|present)-[0-9]+$')
      .execute();
  });
});
