import { expect } from 'vitest';
import type { User } from '../../../../contracts/user.ts';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople, encipher } from '../../../testing/people.ts';

/** Test support: the server with people, and calls of the users' resource. */
export async function openUsers() {
  const app = await testApp({ resources });
  const people = await addPeople(app);
  const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
  const manager: Record<string, string> = await app.sessionOf(app.tenants.acme, 'manager');
  const units = await app.database.owner
    .insertInto('organizational_unit')
    .values([
      { tenant_id: app.tenants.acme, title: 'Operações' },
      { tenant_id: app.tenants.acme, title: 'Área fechada', is_active: false },
      { tenant_id: app.tenants.beta, title: 'Produção' },
    ])
    .returning('id')
    .execute();
  const unit = units[0]?.id ?? 0;
  let serial = 0;

  const url = '/adm/v2/sec/user';
  const get = (path: string, headers = admin) => app.inject({ url: `${url}${path}`, headers });
  const post = (body: object, headers = admin) => app.inject({ method: 'POST', url, headers, payload: body });
  const put = (id: number, body: object, headers = admin) =>
    app.inject({ method: 'PUT', url: `${url}/${id}`, headers, payload: body });
  const remove = (id: number, headers = admin) =>
    app.inject({ method: 'DELETE', url: `${url}/${id}`, headers });
  const paths = (answer: { json(): { errors?: { path: string }[] } }) =>
    answer.json().errors?.map((error) => error.path);
  const person = () => ({ name: 'João Araújo', email: `joao${(serial += 1)}@acme.example` });
  const user = (login = `user${serial}`) => ({
    ...person(),
    isUser: 'Y',
    login,
    password: encipher('três palavras soltas'),
    confirm_password: encipher('três palavras soltas'),
  });

  async function created(body: object = person()): Promise<User> {
    const answer = await post(body);
    expect(answer.statusCode).toBe(201);
    return answer.json().data as User;
  }

  function audits(id: number) {
    return app.database.owner
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
  }

  return { app, people, admin, manager, unit, get, post, put, remove, paths, person, user, created, audits };
}
