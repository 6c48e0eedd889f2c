import { afterAll, describe, expect, it } from 'vitest';
import { screenNumber } from './permission-screen.ts';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople, addPerson } from '../../../testing/people.ts';
import { flags, groupCalls, groupsUrl as url, lettersOf, membersOf, pathsOf } from './testing.ts';

const app = await testApp({ resources });
afterAll(() => app.close());
const people = await addPeople(app);
await addPerson(app, 'keeper', { 'admin-grupoacesso': 'rcu', 'admin-user': 'r' });
const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
const ofKeeper: Record<string, string> = await app.sessionOf(app.tenants.acme, 'keeper');
const beta: Record<string, string> = await app.sessionOf(app.tenants.beta, 'admin');
const { call, created } = groupCalls(app, admin);

const users = screenNumber('admin-user');
const companies = screenNumber('basic-company');
let serial = 0;

describe('creating', () => {
  it('stores name, permissions and members at once, and says so', async () => {
    const answer = await call('POST', url, {
      nomeGrupo: '  Supervisão  ',
      description: ' Líderes ',
      newUsers: [people.reader.id, people.editor.id, people.reader.id],
      newPermissions: [
        { telaId: users, ...flags('cu') },
        { telaId: companies, ...flags('r') },
      ],
      specialPermissions: [{ id: 1, flgAllow: true }],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'Grupo de Acesso criado com sucesso!',
      data: { nomeGrupo: 'Supervisão', description: 'Líderes', active: 'Y', members: 2, version: 1 },
    });
    // The right to write brings the right to read.
    expect(lettersOf(answer)).toEqual({ 'admin-user': 'rcu', 'basic-company': 'r' });
    expect(membersOf(answer).sort()).toEqual([people.reader.id, people.editor.id].sort());
    expect(answer.json().data.specialPermissions).toEqual([
      { id: 1, permission: 'user-profile-replacement-update', flgAllow: true },
    ]);
  });

  it.each(['c', 'u', 'd'])(
    'lets the right to write (%s) bring the right to read, also by a change',
    async (verb) => {
      const newPermissions = [{ telaId: users, ...flags(verb) }];
      const id = await created({ newPermissions });
      expect(lettersOf(await call('GET', `${url}/${id}`))).toEqual({ 'admin-user': `r${verb}` });
      const changed = await call('PUT', `${url}/${id}`, {
        newPermissions: [{ telaId: companies, ...flags(verb) }],
      });
      expect(changed.statusCode).toBe(200);
      expect(lettersOf(changed)).toEqual({ 'admin-user': `r${verb}`, 'basic-company': `r${verb}` });
    },
  );

  it('requires a name that no other group has, whatever the case', async () => {
    const empty = await call('POST', url, { nomeGrupo: '   ' });
    expect([empty.statusCode, empty.json().errors]).toEqual([
      400,
      [{ path: '/nomeGrupo', message: "O campo 'NOME DO GRUPO' é obrigatório!" }],
    ]);
    await created({ nomeGrupo: 'Repetido' });
    const taken = await call('POST', url, { nomeGrupo: ' REPETIDO ' });
    expect(taken.json()).toMatchObject({
      code: 'ALREADY_EXISTS',
      message: 'Já existe um grupo cadastrado com esse nome!',
    });
    expect(taken.statusCode).toBe(409);
  });

  it('stores nothing when a part is refused', async () => {
    const name = 'Tudo ou nada';
    const answer = await call('POST', url, { nomeGrupo: name, newUsers: [people.reader.id, 987_654] });
    expect([answer.statusCode, pathsOf(answer)]).toEqual([422, ['/newUsers/1']]);
    const listed = await call('GET', `${url}?nomeGrupo=${encodeURIComponent(name)}`);
    expect(listed.json().data.totalRows).toBe(0);
  });

  it('refuses unknown and repeated screens and permissions by their places', async () => {
    const row = { telaId: users, ...flags('r') };
    const answer = await call('POST', url, {
      nomeGrupo: 'Telas',
      newPermissions: [row, { ...row, telaId: 5 }, row],
      deletedPermScreen: [companies, 7],
      specialPermissions: [{ id: 99, flgAllow: true }],
    });
    expect([answer.statusCode, pathsOf(answer)]).toEqual([
      400,
      [
        '/newPermissions/1/telaId',
        '/newPermissions/2/telaId',
        '/deletedPermScreen/1',
        '/specialPermissions/0/id',
      ],
    ]);
  });

  it.each([
    ['an inactive person', () => people.inactive.id],
    ['a person without a login', () => people.plain.id],
  ])('refuses %s', async (_name, id) => {
    const answer = await call('POST', url, { nomeGrupo: `Com ${_name}`, newUsers: [id()] });
    expect(answer.statusCode === 201 ? 'joined' : pathsOf(answer)).toEqual(['/newUsers/0']);
  });
});

describe('changing', () => {
  it('sets the rows that it names, removes those that it names, and leaves the others', async () => {
    const id = await created({
      newPermissions: [
        { telaId: users, ...flags('rcud') },
        { telaId: companies, ...flags('r') },
      ],
    });
    const uo = screenNumber('basic-uo');
    const changed = await call('PUT', `${url}/${id}`, {
      newPermissions: [{ telaId: uo, ...flags('ru') }],
      deletedPermScreen: [companies],
      version: 1,
    });
    expect(changed.json().message).toBe('Grupo de Acesso atualizado com sucesso!');
    expect(lettersOf(changed)).toEqual({ 'admin-user': 'rcud', 'basic-uo': 'ru' });
    const none = await call('PUT', `${url}/${id}`, { newPermissions: [{ telaId: uo, ...flags('') }] });
    expect(lettersOf(none)).toEqual({ 'admin-user': 'rcud' });
  });

  it('adds and removes members; who is added and removed is refused', async () => {
    const id = await created({ newUsers: [people.reader.id] });
    const both = await call('PUT', `${url}/${id}`, {
      newUsers: [people.editor.id],
      removedUsers: [people.editor.id],
    });
    expect([both.statusCode, pathsOf(both)]).toEqual([400, ['/newUsers/0']]);
    const changed = await call('PUT', `${url}/${id}`, {
      newUsers: [people.editor.id, people.reader.id],
      removedUsers: [people.creator.id],
    });
    expect(membersOf(changed).sort()).toEqual([people.reader.id, people.editor.id].sort());
    const left = await call('PUT', `${url}/${id}`, { removedUsers: [people.reader.id] });
    expect(membersOf(left)).toEqual([people.editor.id]);
  });

  it('keeps members who became inactive, whom a call may name again', async () => {
    const gone = await addPerson(app, `gone${(serial += 1)}`, {});
    const id = await created({ newUsers: [gone.id] });
    await app.database.owner
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', gone.id)
      .execute();
    const changed = await call('PUT', `${url}/${id}`, { newUsers: [gone.id], description: 'x' });
    expect(changed.json().data.grupoUsuarios).toEqual([
      { id: gone.id, name: expect.any(String), photourl: null, isActive: 'N', locked: false },
    ]);
  });

  it('answers a stale version with the current group', async () => {
    const id = await created();
    expect((await call('PUT', `${url}/${id}`, { description: 'um', version: 1 })).statusCode).toBe(200);
    const stale = await call('PUT', `${url}/${id}`, { description: 'dois', version: 1 });
    expect([stale.statusCode, stale.json().data.description]).toEqual([409, 'um']);
  });

  it('is audited with what was there before', async () => {
    const id = await created({ newUsers: [people.reader.id] });
    await call('PUT', `${url}/${id}`, {
      newPermissions: [{ telaId: users, ...flags('r') }],
      removedUsers: [people.reader.id],
    });
    const rows = await app.database.owner
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'access-group')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: 'create', before: null, after: { members: [people.reader.id] } },
      {
        action: 'update',
        before: { screens: [], members: [people.reader.id] },
        after: { screens: [{ screen: 'admin-user', read: true }], members: [] },
      },
    ]);
  });

  it('takes 100,000 ids, and names the first that is nobody', async () => {
    const id = await created();
    const newUsers = [people.reader.id, ...Array.from({ length: 99_999 }, (_, at) => 900_000 + at)];
    const answer = await call('PUT', `${url}/${id}`, { newUsers });
    expect([answer.statusCode, pathsOf(answer)]).toEqual([422, ['/newUsers/1']]);
  });
});

describe('reading', () => {
  it('pages, orders and filters groups', async () => {
    await created({ nomeGrupo: 'Ágata filtro', description: 'Primeira' });
    await created({ nomeGrupo: 'Zênite filtro', description: 'Segunda', active: 'N' });
    const names = async (query: string) =>
      (await call('GET', `${url}?${query}`))
        .json()
        .data.rows.map(({ nomeGrupo }: { nomeGrupo: string }) => nomeGrupo);
    expect(await names('nomeGrupo=FILTRO&order=nomeGrupo_desc')).toEqual(['Zênite filtro', 'Ágata filtro']);
    expect(await names('nomeGrupo=filtro&isActive=Y')).toEqual(['Ágata filtro']);
    expect(await names('description=segunda')).toEqual(['Zênite filtro']);
    expect(await names('text=agata')).toEqual(['Ágata filtro']);
    expect(await names('text=agata&typeFilter=any')).toEqual(['Ágata filtro']);
    expect(await names('nomeGrupo=filtro&page=2&perPage=1')).toEqual(['Zênite filtro']);
    expect((await call('GET', `${url}?order=description_asc`)).json().code).toBe('BAD_ORDER');
  });

  it('lists screens by module with what the caller may grant, in their language', async () => {
    const { rows } = (await call('GET', '/adm/v2/cas/screen', undefined, ofKeeper)).json().data;
    const found = rows.find((row: { key: string }) => row.key === 'admin-user');
    expect(found).toEqual({
      id: users,
      key: 'admin-user',
      title: 'Usuários',
      module: { id: 1, key: 'mod-security', title: 'Segurança' },
      may: { read: true, create: false, update: false, delete: false },
    });
    const english = await call('GET', '/adm/v2/cas/module', undefined, { ...admin, 'accept-language': 'en' });
    expect(english.json().data.rows).toMatchObject([
      {
        key: 'mod-security',
        title: 'Security',
        specialPermissions: [
          { permission: 'user-profile-replacement-update', accessGroups: expect.any(Array), flgAllow: true },
        ],
      },
      { key: 'mod-rpa', specialPermissions: [] },
      { key: 'mod-admin', specialPermissions: [] },
    ]);
  });

  it('titles screens of the product that have no definition', async () => {
    await created({ newPermissions: [{ telaId: screenNumber('admin-user'), ...flags('r') }] });
    const keyed = await addPerson(app, 'boarder', { mail: 'r', support: 'r', 'gone-screen': 'r' });
    expect(keyed.id).toBeGreaterThan(0);
    const { rows } = (await call('GET', '/adm/v2/cas/screen')).json().data;
    const titles = Object.fromEntries(
      rows.map((row: { key: string; title: string }) => [row.key, row.title]),
    ) as Record<string, string>;
    expect([titles['mail'], titles['support'], titles['gone-screen']]).toEqual([
      'E-mail',
      'Atendimento',
      'gone-screen',
    ]);
    expect(titles['admin-grupoacesso']).toBe('Grupo de Acesso');
  });

  it('stays within the tenant', async () => {
    const id = await created();
    expect((await call('GET', `${url}/${id}`, undefined, beta)).statusCode).toBe(404);
    expect((await call('PUT', `${url}/${id}`, { description: 'x' }, beta)).statusCode).toBe(404);
    const own = (await call('GET', `${url}?nomeGrupo=Administradores`, undefined, beta)).json().data.rows[0];
    const foreign = await call('PUT', `${url}/${own.id}`, { newUsers: [people.reader.id] }, beta);
    expect([foreign.statusCode, pathsOf(foreign)]).toEqual([422, ['/newUsers/0']]);
  });
});

describe('a call that changes nothing', () => {
  it.each([
    ['without keys', {}],
    ['with the stored values', { active: 'Y', description: 'como está', newUsers: [] as number[] }],
    ['with a permission that the group has', { newPermissions: [{ telaId: users, ...flags('r') }] }],
    ['with a screen that it has no permission on', { deletedPermScreen: [companies] }],
  ])('%s stores no version and no audit entry', async (_, body) => {
    const id = await created({
      description: 'como está',
      newPermissions: [{ telaId: users, ...flags('r') }],
      newUsers: [people.reader.id],
    });
    const entries = async () =>
      (await call('GET', `/adm/v2/audit?entity=access-group&entityId=${id}`)).json().data.totalRows as number;
    const before = await entries();
    expect(before).toBeGreaterThan(0);
    const answer = await call('PUT', `${url}/${id}`, body);
    expect([answer.statusCode, answer.json().data.version]).toEqual([200, 1]);
    expect(await entries()).toBe(before);
  });
});

describe('names', () => {
  it.each([
    ['a zero-width space', 'Equipe\u200b'],
    ['a direction override', 'Equipe\u202eadm'],
    ['a line break', 'Equipe\nB'],
    ['a tab', 'Equipe\tB'],
    ['an invisible letter', 'Equipe\u3164'],
    ['only invisible characters', '\u2060'],
  ])('with %s are refused', async (_, nomeGrupo) => {
    const answer = await call('POST', url, { nomeGrupo });
    expect([answer.statusCode, pathsOf(answer)]).toEqual([400, ['/nomeGrupo']]);
    expect(answer.json().errors[0].message).toContain('caractere invisível');
  });
});
