import { afterAll, describe, expect, it } from 'vitest';
import { screenNumber } from '../../services/definitions/permission-screens.ts';
import { testApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPeople, addPerson } from '../testing.ts';

const app = await testApp({ resources });
afterAll(() => app.close());
const people = await addPeople(app);
const keeper = await addPerson(app, 'keeper', { 'admin-grupoacesso': 'rcu', 'admin-user': 'r' });
const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
const ofKeeper: Record<string, string> = await app.sessionOf(app.tenants.acme, 'keeper');
const beta: Record<string, string> = await app.sessionOf(app.tenants.beta, 'admin');

const url = '/adm/v2/cas/agrp';
const users = screenNumber('admin-user');
const companies = screenNumber('basic-company');
let serial = 0;

type Answer = Awaited<ReturnType<typeof app.inject>>;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, headers = admin) =>
  app.inject({ method, url: path, headers, ...(payload && { payload }) });
const flags = (letters: string) => ({
  flagConsulta: letters.includes('r') ? 'Y' : 'N',
  flagInclusao: letters.includes('c') ? 'Y' : 'N',
  flagAlteracao: letters.includes('u') ? 'Y' : 'N',
  flagExclusao: letters.includes('d') ? 'Y' : 'N',
});
const lettersOf = (answer: Answer) =>
  Object.fromEntries(
    (answer.json().data.grupoPermissoes as Record<string, string>[]).map((row) => [
      row['key'],
      ['flagConsulta', 'flagInclusao', 'flagAlteracao', 'flagExclusao']
        .map((flag, at) => (row[flag] === 'Y' ? 'rcud'.charAt(at) : ''))
        .join(''),
    ]),
  );
const membersOf = (answer: Answer) =>
  (answer.json().data.grupoUsuarios as { id: number }[]).map(({ id }) => id);
const pathsOf = (answer: Answer) =>
  (answer.json().errors as { path: string }[] | undefined)?.map(({ path }) => path);

async function created(body: object = {}): Promise<number> {
  const answer = await call('POST', url, { nomeGrupo: `Grupo ${(serial += 1)}`, ...body });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id as number;
}

async function administrators(): Promise<{ id: number; version: number }> {
  const { rows } = (await call('GET', `${url}?nomeGrupo=Administradores`)).json().data;
  return rows[0];
}

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
      { id: gone.id, name: expect.any(String), isActive: 'N' },
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

describe('effect', () => {
  it('reaches the next call of a signed-in person', async () => {
    const person = await addPerson(app, `effect${(serial += 1)}`, {});
    const id = await created({ newUsers: [person.id] });
    const headers = await app.sessionOf(app.tenants.acme, person.login);
    const status = async () => (await call('GET', '/adm/v2/sec/user', undefined, headers)).statusCode;
    expect(await status()).toBe(403);
    await call('PUT', `${url}/${id}`, { newPermissions: [{ telaId: users, ...flags('r') }] });
    expect(await status()).toBe(200);
    await call('PUT', `${url}/${id}`, { active: 'N' });
    expect(await status()).toBe(403);
  });

  it('is the union over active groups', async () => {
    const person = await addPerson(app, `union${(serial += 1)}`, {});
    const permissions = (letters: string) => ({ newPermissions: [{ telaId: users, ...flags(letters) }] });
    await created({ newUsers: [person.id], ...permissions('r') });
    await created({ newUsers: [person.id], ...permissions('c') });
    const headers = await app.sessionOf(app.tenants.acme, person.login);
    const menu = await call('GET', '/adm/v2/home/menu2?device=D', undefined, headers);
    const items = (
      menu.json().data.overview as { submenu: { key: string; userPermissions: object }[] }[]
    ).flatMap(({ submenu }) => submenu);
    expect(items.find(({ key }) => key === 'admin-user')?.userPermissions).toEqual({
      read: true,
      create: true,
      update: false,
      delete: false,
    });
  });
});

describe('nobody grants what they do not hold', () => {
  it('neither a permission nor a special one', async () => {
    const ok = await call(
      'POST',
      url,
      { nomeGrupo: 'Do guardião', newPermissions: [{ telaId: users, ...flags('r') }] },
      ofKeeper,
    );
    expect(ok.statusCode).toBe(201);
    for (const more of [
      { newPermissions: [{ telaId: users, ...flags('u') }] },
      { newPermissions: [{ telaId: companies, ...flags('r') }] },
      { specialPermissions: [{ id: 1, flgAllow: true }] },
    ]) {
      const answer = await call('PUT', `${url}/${ok.json().data.id}`, more, ofKeeper);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'RULE_BROKEN']);
    }
  });

  it('nor by adding people to a group that holds more, or activating it', async () => {
    const id = await created({
      active: 'N',
      newUsers: [keeper.id],
      newPermissions: [{ telaId: companies, ...flags('rcud') }],
    });
    for (const body of [{ newUsers: [people.reader.id] }, { active: 'Y' }]) {
      const answer = await call('PUT', `${url}/${id}`, body, ofKeeper);
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        'Ninguém concede o que não tem. Faltam a você permissões de: basic-company. Peça a um administrador.',
      ]);
    }
    // What the group held already may stay.
    expect((await call('PUT', `${url}/${id}`, { description: 'y' }, ofKeeper)).statusCode).toBe(200);
  });

  it('and only administrators change the administrators', async () => {
    const { id } = await administrators();
    const answer = await call('PUT', `${url}/${id}`, { newUsers: [keeper.id] }, ofKeeper);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the administrators', () => {
  it('hold every permission by rule, which a call does not change', async () => {
    const { id } = await administrators();
    const group = (await call('GET', `${url}/${id}`)).json().data;
    expect([group.administrators, group.grupoPermissoes]).toEqual([true, []]);
    expect(group.specialPermissions).toMatchObject([{ flgAllow: true }]);
    const answer = await call('PUT', `${url}/${id}`, { newPermissions: [{ telaId: users, ...flags('r') }] });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'RULE_BROKEN']);
    const me = await call('GET', '/adm/v2/home/menu2?device=D');
    expect(me.json().data.specialPermissions).toEqual([
      { permission: 'user-profile-replacement-update', flgAllow: true },
    ]);
  });

  it('never lose the last active one', async () => {
    const { id } = await administrators();
    const [self] = membersOf(await call('GET', `${url}/${id}`));
    for (const body of [{ removedUsers: [self] }, { active: 'N' }]) {
      const answer = await call('PUT', `${url}/${id}`, body);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'RULE_BROKEN']);
    }
    const second = await addPerson(app, `second${(serial += 1)}`, {});
    expect((await call('PUT', `${url}/${id}`, { newUsers: [second.id] })).statusCode).toBe(200);
    const other: Record<string, string> = await app.sessionOf(app.tenants.acme, second.login);
    // Each of the last two removes the other: one of them stays.
    const answers = await Promise.all([
      call('PUT', `${url}/${id}`, { removedUsers: [second.id] }),
      call('PUT', `${url}/${id}`, { removedUsers: [self] }, other),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = (
      await call(
        'GET',
        `${url}?nomeGrupo=Administradores`,
        undefined,
        answers[0].statusCode === 200 ? admin : other,
      )
    ).json().data;
    expect(rows[0].members).toBe(1);
    await app.database.owner
      .insertInto('access_group_member')
      .values({ tenant_id: app.tenants.acme, group_id: id, user_id: self! })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
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

  it('stays within the tenant', async () => {
    const id = await created();
    expect((await call('GET', `${url}/${id}`, undefined, beta)).statusCode).toBe(404);
    expect((await call('PUT', `${url}/${id}`, { description: 'x' }, beta)).statusCode).toBe(404);
    const own = (await call('GET', `${url}?nomeGrupo=Administradores`, undefined, beta)).json().data.rows[0];
    const foreign = await call('PUT', `${url}/${own.id}`, { newUsers: [people.reader.id] }, beta);
    expect([foreign.statusCode, pathsOf(foreign)]).toEqual([422, ['/newUsers/0']]);
  });
});

describe('the groups of a person', () => {
  it.each(['/adm/v2/cas/ugrp/:id', '/users/:id/groups', '/adm/v2/users/:id/groups'])(
    'POST %s adds, DELETE removes',
    async (address) => {
      const person = await addPerson(app, `grouped${(serial += 1)}`, {});
      const id = await created();
      const at = address.replace(':id', String(person.id));
      const added = await call('POST', at, { grupoAcessoId: id });
      expect(added.json().message).toBe('Alterações de grupos de usuários salvas com sucesso.');
      expect(added.json().data.rows.map((row: { id: number }) => row.id)).toContain(id);
      const removed = await call('DELETE', `/adm/v2/cas/ugrp/${person.id}?grupoAcessoId=${id}`);
      expect(removed.json().data.rows.map((row: { id: number }) => row.id)).not.toContain(id);
    },
  );
});
