import { afterAll, describe, expect, it } from 'vitest';
import { encipher } from '../../../testing/people.ts';
import { openUsers } from './testing.ts';

const { app, people, admin, manager, get, put, remove, paths, user, created, audits, person } =
  await openUsers();
afterAll(() => app.close());

describe('changing', () => {
  it('changes the sent fields only', async () => {
    const before = await created({ ...person(), cpf: '52998224725' });
    const answer = await put(before.id, { name: 'Novo nome', version: 1 });
    expect(answer.json().data).toEqual({
      ...before,
      name: 'Novo nome',
      version: 2,
      updatedAt: expect.any(String),
    });
    expect((await put(before.id, { cpf: null, version: 2 })).json().data.cpf).toBeNull();
  });

  it('answers a stale version with the current row, also of two simultaneous changes', async () => {
    const { id } = await created();
    const answers = await Promise.all(['Um', 'Dois'].map((name) => put(id, { name, version: 1 })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const stale = answers.find((answer) => answer.statusCode === 409)?.json();
    const winner = answers.find((answer) => answer.statusCode === 200)?.json();
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', data: winner.data });
    expect((await put(id, { name: 'X' }, { ...admin, 'if-match': '"1"' })).statusCode).toBe(409);
    expect((await put(id, { name: 'X' })).statusCode).toBe(200);
    const written = await audits(id);
    expect(written.map((row) => [row.action, row.unconditional])).toEqual([
      ['create', false],
      ['update', false],
      ['update', true],
    ]);
  });

  it('audits each change, and never a password', async () => {
    const { id } = await created(user());
    await put(id, { name: 'Outra', password: encipher('outra senha'), version: 1 });
    const rows = await audits(id);
    expect(rows[1]).toMatchObject({
      user_id: expect.any(Number),
      before: { name: 'João Araújo' },
      after: { name: 'Outra', password: 'changed' },
    });
    expect(JSON.stringify(rows)).not.toMatch(/argon2|[0-9a-f]{32}:/);
  });

  it('validates the whole record, not the body alone', async () => {
    const { id } = await created();
    expect(paths(await put(id, { isUser: 'Y', version: 1 }))).toEqual(['/login', '/password']);
    const answer = await put(id, {
      isUser: 'Y',
      login: `later${id}`,
      password: encipher('três palavras soltas'),
      version: 1,
    });
    expect(answer.json().data).toMatchObject({ isUser: 'Y', havePassword: true });
    expect(paths(await put(id, { name: '' }))).toEqual(['/name']);
    expect(paths(await put(id, { login: null }))).toEqual(['/login']);
    expect(paths(await put(id, { managerId: id }))).toEqual(['/managerId']);
  });

  it('checks the shape before the row, and the row before the rule', async () => {
    expect((await put(987_654, { cpf: '1' })).statusCode).toBe(400);
    expect((await put(987_654, { name: '' })).statusCode).toBe(404);
  });

  it('ends the sessions of a person who is deactivated, gets a new password or loses the login', async () => {
    const changes = [
      { isActive: 'N' },
      { password: encipher('provisória 1'), isChangePwd: 'Y' },
      { isUser: 'N' },
    ];
    for (const [at, change] of changes.entries()) {
      const login = `ending${at}`;
      const { id } = await created(user(login));
      const headers = await app.sessionOf(app.tenants.acme, login);
      expect((await app.inject({ url: '/adm/v2/sec/me', headers })).statusCode).toBe(200);
      const answer = await put(id, { ...change, version: 1 });
      expect(answer.statusCode).toBe(200);
      expect((await app.inject({ url: '/adm/v2/sec/me', headers })).statusCode).toBe(401);
    }
  });

  it('lets a person sign in with an account of the provider alone, without a password', async () => {
    const fields = { ...person(), isUser: 'Y', login: 'conta', authType: 'oidc' };
    const stored = await created(fields);
    expect(stored).toMatchObject({ authType: 'oidc', havePassword: false, isChangePwd: 'N' });
    const wrong = [{ password: encipher('três palavras soltas') }, { isChangePwd: 'Y' }];
    for (const change of wrong)
      expect(paths(await put(stored.id, change))).toEqual([`/${Object.keys(change)[0]}`]);
    expect(paths(await put(stored.id, { authType: 'local' }))).toEqual(['/password']);
    const back = { authType: 'local', password: encipher('três palavras soltas') };
    expect((await put(stored.id, back)).json().data).toMatchObject({ authType: 'local', havePassword: true });
  });

  it('removes the password and the sessions of who may use the provider alone from now on', async () => {
    const { id } = await created(user('mudando'));
    const headers = await app.sessionOf(app.tenants.acme, 'mudando');
    const answer = await put(id, { authType: 'oidc', version: 1 });
    expect(answer.json().data).toMatchObject({ authType: 'oidc', havePassword: false });
    expect((await app.inject({ url: '/adm/v2/sec/me', headers })).statusCode).toBe(401);
    const [, entry] = await audits(id);
    expect(entry).toMatchObject({ before: { authType: 'local' }, after: { authType: 'oidc' } });
  });

  it('activates again', async () => {
    const { id } = await created();
    expect((await put(id, { isActive: 'N', version: 1 })).json().data.isActive).toBe('N');
    expect((await put(id, { isActive: 'Y', version: 2 })).json().data.isActive).toBe('Y');
  });
});

describe('permission to change a person', () => {
  const adminId = async () => (await get('?login=admin')).json().data.rows[0].id as number;

  it('forbids to deactivate or delete oneself', async () => {
    const id = people.manager?.id ?? 0;
    for (const answer of [
      await put(id, { isActive: 'N' }, manager),
      await put(id, { isUser: 'N' }, manager),
      await remove(id, manager),
    ]) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json().message).toBe('Você não pode desativar nem excluir a si mesmo.');
    }
    expect((await put(id, { name: 'Eu mesmo' }, manager)).statusCode).toBe(200);
  });

  it('forbids to take away the own password', async () => {
    const own = await put(people.manager?.id ?? 0, { authType: 'oidc' }, manager);
    expect([own.statusCode, paths(own)]).toEqual([422, ['/authType']]);
  });

  it('changes the own password only with the current one', async () => {
    const answer = await put(people.manager?.id ?? 0, { password: encipher('nova senha') }, manager);
    expect([answer.statusCode, paths(answer)]).toEqual([422, ['/password']]);
  });

  it('allows only administrators to change administrators', async () => {
    const id = await adminId();
    for (const answer of [
      await put(id, { password: encipher('nova senha') }, manager),
      await put(id, { name: 'X' }, manager),
      await remove(id, manager),
    ]) {
      expect(answer.statusCode).toBe(403);
    }
  });

  it('keeps password, login, e-mail and access of who holds more than the caller', async () => {
    const stronger = await created(user('stronger'));
    const group = await app.database.owner
      .insertInto('access_group')
      .values({ tenant_id: app.tenants.acme, name: 'Projetos de todos' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const own = { tenant_id: app.tenants.acme, group_id: group.id };
    await app.database.owner
      .insertInto('access_group_screen')
      .values({ ...own, screen_key: 'ppm-projects', can_read: true })
      .execute();
    const password = {
      password: encipher('nova senha longa'),
      confirm_password: encipher('nova senha longa'),
    };
    // Without a group the person holds nothing that the manager lacks.
    expect((await put(stronger.id, { ...password }, manager)).statusCode).toBe(200);
    await app.database.owner
      .insertInto('access_group_member')
      .values({ ...own, user_id: stronger.id })
      .execute();
    for (const answer of [
      await put(stronger.id, password, manager),
      await put(stronger.id, { login: 'other' }, manager),
      await put(stronger.id, { email: 'other@acme.example' }, manager),
      await put(stronger.id, { isActive: 'N' }, manager),
      await put(stronger.id, { isUser: 'N' }, manager),
      await remove(stronger.id, manager),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'Esta pessoa tem permissões que faltam a você. Só quem as tem muda a senha, o login e o e-mail dela, ou encerra o acesso dela.',
      ]);
    expect((await put(stronger.id, { name: 'Outro Nome' }, manager)).statusCode).toBe(200);
    await app.database.owner
      .updateTable('access_group')
      .set({ is_active: false })
      .where('id', '=', group.id)
      .execute();
    expect((await put(stronger.id, { login: 'other' }, manager)).statusCode).toBe(200);
  });

  it('keeps the last active administrator, also when two deactivate each other', async () => {
    const group = await app.database.owner
      .selectFrom('access_group')
      .select('id')
      .where('tenant_id', '=', app.tenants.acme)
      .where('all_screens', '=', true)
      .executeTakeFirstOrThrow();
    const second = await created(user('admin2'));
    await app.database.owner
      .insertInto('access_group_member')
      .values({ tenant_id: app.tenants.acme, group_id: group.id, user_id: second.id })
      .execute();
    const other = await app.sessionOf(app.tenants.acme, 'admin2');
    // A person with neither a password nor a linked account does not count.
    await app.database.owner
      .updateTable('app_user')
      .set({ auth_type: 'oidc' })
      .where('id', '=', second.id)
      .execute();
    const alone = await put(await adminId(), { authType: 'oidc' }, other);
    expect([alone.statusCode, alone.json().code]).toEqual([422, 'RULE_BROKEN']);
    await app.database.owner
      .updateTable('app_user')
      .set({ auth_type: 'local' })
      .where('id', '=', second.id)
      .execute();
    const answers = await Promise.all([
      put(second.id, { isActive: 'N' }),
      put(await adminId(), { isActive: 'N' }, other),
    ]);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    // The second one fails by the rule, or because its session has just ended.
    expect([401, 422]).toContain(answers.find((answer) => answer.statusCode !== 200)?.statusCode);
  });
});
