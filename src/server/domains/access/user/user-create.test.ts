import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { User } from '../../../../contracts/user.ts';
import { encipher } from '../../../testing/people.ts';
import { openUsers } from './testing.ts';

const { app, people, admin, unit, get, post, remove, paths, person, user, created, audits } =
  await openUsers();
afterAll(() => app.close());

describe('creating', () => {
  it('stores a person and returns all of its fields', async () => {
    const answer = await post({
      ...person(),
      cpf: '529.982.247-25',
      dateBirth: '2000-02-29',
      managerId: people.reader?.id,
      delegateto: people.editor?.id,
      uoId: unit,
      login: '',
    });
    expect(answer.statusCode).toBe(201);
    const stored = answer.json().data as User;
    expect(stored).toMatchObject({
      name: 'João Araújo',
      cpf: '52998224725',
      dateBirth: '2000-02-29',
      manager: { id: people.reader?.id, name: 'Pessoa reader' },
      delegate: { id: people.editor?.id, name: 'Pessoa editor' },
      uo: { id: unit, title: 'Operações' },
      login: null,
      companyId: null,
      company: null,
      havePassword: false,
      isUser: 'N',
      isActive: 'Y',
      isChangePwd: 'N',
      version: 1,
    });
    expect((await get(`/${stored.id}`)).json().data).toEqual({ ...stored, accessGroups: [] });
  });

  it('is read with the groups of the person', async () => {
    const { id } = await created(user('agrupada'));
    const { rows } = await sql<{ id: number }>`
      insert into access_group (tenant_id, name) values (${app.tenants.acme}, 'Grupo da agrupada') returning id`.execute(
      app.database.owner,
    );
    const group = rows[0]!.id;
    await sql`
      insert into access_group_member (tenant_id, group_id, user_id) values (${app.tenants.acme}, ${group}, ${id})`.execute(
      app.database.owner,
    );
    expect((await get(`/${id}`)).json().data).toMatchObject({
      id,
      accessGroups: [{ id: group, nomeGrupo: 'Grupo da agrupada' }],
    });
    expect((await get('?login=agrupada')).json().data.rows).toMatchObject([
      { id, accessGroups: [{ id: group, nomeGrupo: 'Grupo da agrupada' }] },
    ]);
  });

  it('stores the longest texts in as many bytes as they take, all of which stand in indexes', async () => {
    const signs = (from: number, length: number) =>
      Array.from({ length }, (_, index) => String.fromCodePoint(from + ((index * 7919) % 20_000))).join('');
    const long = { name: signs(0x20000, 200), email: `${signs(0x4e00, 60)}@${signs(0x4e00, 190)}.x` };
    const answer = await post({ ...person(), ...long, login: 'x'.repeat(100) });
    expect(answer.json()).toMatchObject({ success: true, data: long });
    const found = await get(`?text=${encodeURIComponent(signs(0x20000, 3))}`);
    expect(found.json().data.rows).toMatchObject([long]);
  });

  it('lists the empty required fields by their names', async () => {
    const answer = await post({ isUser: 'Y', name: '  ' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Os seguintes campos não podem ser vazios: Nome, E-mail, Login, Senha',
    });
    expect(paths(answer)).toEqual(['/name', '/email', '/login', '/password']);
  });

  it.each([
    ['/cpf', { cpf: '529.982.247-26' }],
    ['/dateBirth', { dateBirth: '2001-02-29' }],
    ['/dateBirth', { dateBirth: '29/02/2000' }],
    ['/email', { email: 'nobody' }],
    ['/login', { login: 'a b' }],
    ['/name', { name: 'x'.repeat(201) }],
    ['/password', { password: encipher('curta') }],
    ['/password', { password: 'molde-demo' }],
    ['/password', { password: encipher('x'.repeat(129)) }],
    ['/password', { password: encipher('molde-demo') }],
    ['/password', { password: encipher('Molde-Demo123') }],
    [
      '/confirm_password',
      { password: encipher('três palavras soltas'), confirm_password: encipher('três palavras soltaS') },
    ],
    ['/isUser', { isUser: 'X' }],
    ['/managerId', { managerId: '7' }],
    ['/id', { id: 7 }],
    ['/tenantId', { tenantId: 2 }],
    ['/createdBy', { createdBy: 2 }],
    ['/havePassword', { havePassword: true }],
    ['/version', { version: 1 }],
    ['/authType', { authType: 'ldap' }],
  ])('refuses %s in %j with 400', async (path, wrong) => {
    const answer = await post({ ...person(), ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(paths(answer)).toEqual([path]);
  });

  it('takes a company, which stays while people belong to it', async () => {
    const company = { name: 'Acme Obras Ltda.', cnpj: '11222333000181' };
    const url = '/adm/v2/ent/company';
    const made = await app.inject({ method: 'POST', url, headers: admin, payload: company });
    const { id } = made.json().data as { id: number };
    const stored = (await post({ ...person(), companyId: id })).json().data as User;
    expect(stored).toMatchObject({ companyId: id, company: { id, name: company.name } });
    const kept = await app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: admin });
    expect([kept.statusCode, kept.json().code]).toEqual([409, 'IN_USE']);
    expect(kept.json().message).toContain(stored.name);
  });

  it('refuses references that the tenant does not have', async () => {
    const stranger = await app.database.owner
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', app.tenants.beta)
      .executeTakeFirstOrThrow();
    for (const wrong of [
      { managerId: stranger.id },
      { delegateto: 987_654 },
      { uoId: unit + 2 },
      { companyId: 987_654 },
    ]) {
      const answer = await post({ ...person(), ...wrong });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'RULE_BROKEN']);
      expect(paths(answer)).toEqual([`/${Object.keys(wrong)[0]}`]);
    }
  });

  it('gives a login to one person, also of eight simultaneous posts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => post(user(at % 2 === 0 ? 'unica' : 'UNICA'))),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json()).toEqual({
      success: false,
      code: 'ALREADY_EXISTS',
      message: 'Este usuário para login já esta em uso!',
      errors: [{ path: '/login', message: 'Este usuário para login já esta em uso!' }],
    });
    // Logins are unique within a tenant.
    const beta = await app.sessionOf(app.tenants.beta, 'admin');
    expect((await post(user('unica'), beta)).statusCode).toBe(201);
  });

  it('creates one person for one Idempotency-Key', async () => {
    const body = person();
    const headers = { ...admin, 'idempotency-key': 'create-once' };
    const [first, second] = [await post(body, headers), await post(body, headers)];
    expect(second.json()).toEqual(first.json());
    expect((await post(person(), headers)).statusCode).toBe(422);
    expect((await get(`?email=${body.email}`)).json().data.totalRows).toBe(1);
  });

  it('reports errors in the caller’s language', async () => {
    const answer = await post({ name: 'X' }, { ...admin, 'accept-language': 'en' });
    expect(answer.json().message).toBe('The following fields cannot be empty: Email');
  });
});

describe('deleting', () => {
  it('deletes a person once', async () => {
    const { id } = await created();
    expect((await remove(id, { ...admin, 'if-match': '7' })).statusCode).toBe(409);
    expect((await remove(id)).json().data).toEqual({ id });
    expect((await remove(id)).statusCode).toBe(404);
    expect((await audits(id)).at(-1)).toMatchObject({ action: 'delete', before: { id } });
  });

  it('names the people whose manager the person is', async () => {
    const boss = await created();
    await created({ ...person(), name: 'Zélia Última', managerId: boss.id });
    const answer = await remove(boss.id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'IN_USE']);
    expect(answer.json().message).toContain('Zélia Última');
  });
});
