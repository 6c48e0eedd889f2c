import { afterAll, describe, expect, it } from 'vitest';
import { screenNumber } from './permission-screen.ts';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople, addPerson } from '../../../testing/people.ts';
import { flags, groupCalls, groupsUrl as url, membersOf, pathsOf } from './testing.ts';

const app = await testApp({ resources });
afterAll(() => app.close());
const people = await addPeople(app);
const keeper = await addPerson(app, 'keeper', { 'admin-grupoacesso': 'rcu', 'admin-user': 'r' });
const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
const ofKeeper: Record<string, string> = await app.sessionOf(app.tenants.acme, 'keeper');
const { administrators, call, created } = groupCalls(app, admin);

const users = screenNumber('admin-user');
const companies = screenNumber('basic-company');
let serial = 0;

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

  it('and a refusal names screens by their titles, also those without a definition', async () => {
    await addPerson(app, 'supporter', { support: 'r' });
    const rows = ['basic-company', 'basic-uo', 'support'].map((screen) => ({
      telaId: screenNumber(screen),
      ...flags('r'),
    }));
    const answer = await call('POST', url, { nomeGrupo: 'Títulos', newPermissions: rows }, ofKeeper);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Ninguém concede o que não tem. Faltam a você permissões de: Empresas, Unidades organizacionais, Atendimento. Peça a um administrador.',
    ]);
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
        'Ninguém concede o que não tem. Faltam a você permissões de: Empresas. Peça a um administrador.',
      ]);
    }
    // Nor is what they could not switch on again switched off.
    await call('PUT', `${url}/${id}`, { active: 'Y' });
    const off = await call('PUT', `${url}/${id}`, { active: 'N' }, ofKeeper);
    expect([off.statusCode, off.json().message, pathsOf(off)]).toEqual([
      422,
      'Você não poderia ativar este grupo de novo. Faltam a você permissões de: Empresas. Peça a um administrador.',
      ['/active'],
    ]);
    // Permissions that the group held already may stay.
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
    const alone = await call('GET', `${url}/${id}`);
    const [self] = membersOf(alone);
    expect(alone.json().data.grupoUsuarios).toMatchObject([{ id: self, locked: true }]);
    const own = await call('GET', `/adm/v2/cas/ugrp/${self}`);
    expect(own.json().data.rows).toMatchObject([{ id, locked: true }]);
    for (const body of [{ removedUsers: [self] }, { active: 'N' }]) {
      const answer = await call('PUT', `${url}/${id}`, body);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'RULE_BROKEN']);
    }
    const second = await addPerson(app, `second${(serial += 1)}`, {});
    const both = await call('PUT', `${url}/${id}`, { newUsers: [second.id] });
    expect(both.json().data.grupoUsuarios).toMatchObject([{ locked: false }, { locked: false }]);
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
