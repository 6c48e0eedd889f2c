import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCpf } from '../../contracts/formats.ts';
import { personErrors } from '../../contracts/person.ts';
import type { Database } from '../../server/db/database.ts';
import { passwordMatches } from '../../server/domains/access/password/password-hash.ts';
import { openTestDatabase, testEnv } from '../../server/testing.ts';
import { demoPeople } from './people.ts';
import { seedDemo } from './seed.ts';

describe('the fictional people', () => {
  const start = new Date('2026-03-02T02:00:00Z');
  const people = demoPeople(300, 'acme.example', 8, 0, start);

  it('are valid', () => {
    for (const { name, email, login, cpf, dateBirth } of people) {
      expect(personErrors({ id: 1, name, email, login, cpf, dateBirth, havePassword: true })).toEqual([]);
      expect(cpf === null || isCpf(cpf)).toBe(true);
    }
    expect(new Set(people.map((person) => person.email)).size).toBe(300);
  });

  it('are the same every time, have every state, and have another person as manager', () => {
    expect(demoPeople(300, 'acme.example', 8, 0, start)).toEqual(people);
    const first = people.slice(0, 100);
    for (const kind of [
      first.filter((one) => !one.isActive),
      first.filter((one) => one.login === null),
      first.filter((one) => one.isChangePwd),
    ]) {
      expect(kind.length).toBeGreaterThan(1);
    }
    for (const [at, person] of people.entries()) expect(person.manager).not.toBe(at);
  });

  it('have times over years, in working hours, before the start', () => {
    for (const { createdAt, updatedAt } of people) {
      expect(createdAt.getTime()).toBeLessThanOrEqual(updatedAt.getTime());
      expect(updatedAt.getTime()).toBeLessThan(start.getTime());
      expect([1, 2, 3, 4, 5]).toContain(updatedAt.getUTCDay());
    }
    const minutes = new Set(people.map(({ updatedAt }) => updatedAt.toISOString().slice(11, 16)));
    expect(minutes.size).toBeGreaterThan(100);
  });
});

describe('the first start', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const counts = () =>
    database.owner
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
      .select(({ fn }) => ['tenant.key', fn.count<number>('app_user.id').as('people')])
      .groupBy('tenant.key')
      .orderBy('tenant.key')
      .execute();

  it('creates both tenants once, for several simultaneous processes', async () => {
    await Promise.all([seedDemo(database, testEnv()), seedDemo(database, testEnv())]);
    await seedDemo(database, testEnv());
    expect(await counts()).toEqual([
      { key: 'acme', people: 104 },
      { key: 'beta', people: 30 },
    ]);
    const hosts = await database.owner.selectFrom('tenant_host').select('host').orderBy('host').execute();
    expect(hosts.map((row) => row.host)).toEqual([
      '127.0.0.1',
      'acme.localhost',
      'beta.localhost',
      'localhost',
    ]);
  });

  it('makes the units a tree below one, and gives the first tenant a company with subsidiaries', async () => {
    const below = async (table: 'organizational_unit' | 'company') => {
      const { rows } = await sql<{ above: string; below: number }>`
        select coalesce(p.${sql.ref(table === 'company' ? 'name' : 'title')}, '') as above, count(*)::int as below
        from ${sql.table(table)} u join tenant t on t.id = u.tenant_id and t.key = 'acme'
        left join ${sql.table(table)} p on p.tenant_id = u.tenant_id and p.id = u.parent_id
        group by 1 order by 2 desc, 1`.execute(database.owner);
      return rows.map((row) => [row.above, row.below]);
    };
    expect(await below('organizational_unit')).toEqual([
      ['Diretoria', 4],
      ['', 1],
      ['Comercial', 1],
      ['Engenharia', 1],
      ['Financeiro', 1],
    ]);
    expect(await below('company')).toEqual([
      ['', 45],
      ['Acme Engenharia Ltda.', 2],
    ]);
  });

  it('leaves no row with the time of the start', async () => {
    const { rows } = await sql<{ fresh: number }>`
      select count(*)::int as fresh from app_user
      where created_at > now() - interval '1 hour' or updated_at > now() - interval '1 hour'`.execute(
      database.owner,
    );
    expect(rows[0]?.fresh).toBe(0);
  });

  it('leaves traces of people over a year, before the start and of the own tenant', async () => {
    const { rows } = await sql<{
      key: string;
      action: string;
      entries: number;
      months: number;
      wrong: number;
    }>`
      select t.key, a.action, count(*)::int as entries, count(distinct date_trunc('month', a.at))::int as months,
        count(*) filter (where a.at > now() or u.id is null)::int as wrong
      from audit a join tenant t on t.id = a.tenant_id
      left join (
        select tenant_id, 'user' as entity, id from app_user union all select tenant_id, 'session', id from app_user
        union all select tenant_id, 'company', id from company
      ) u on u.tenant_id = a.tenant_id and u.entity = a.entity and u.id = a.entity_id::bigint
      group by 1, 2 order by 1, 2`.execute(database.owner);
    expect(rows.map(({ key, action }) => [key, action])).toEqual(
      ['acme', 'beta'].flatMap((key) =>
        ['create', 'sign-in', 'sign-in-refused', 'update'].map((action) => [key, action]),
      ),
    );
    for (const { action, entries, months, wrong } of rows) {
      expect(wrong).toBe(0);
      if (action.startsWith('sign-in')) expect(months).toBeGreaterThan(11);
      if (action === 'sign-in') expect(entries).toBeGreaterThan(1000);
    }
  });

  it('gives each sample account its permissions', async () => {
    const rows = await database.owner
      .selectFrom('app_user as u')
      .innerJoin('tenant as t', 't.id', 'u.tenant_id')
      .innerJoin('access_group_member as m', (join) =>
        join.onRef('m.tenant_id', '=', 'u.tenant_id').onRef('m.user_id', '=', 'u.id'),
      )
      .innerJoin('access_group as g', (join) =>
        join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.id', '=', 'm.group_id'),
      )
      .where('t.key', '=', 'acme')
      .where('u.login', 'in', ['admin', 'leitor', 'gestor', 'atendente'])
      .select(['u.login', 'g.name', 'g.all_screens', 'u.password_hash'])
      .orderBy('u.login')
      .execute();
    expect(rows.map((row) => [row.login, row.name, row.all_screens])).toEqual([
      ['admin', 'Administradores', true],
      ['atendente', 'Atendimento', false],
      ['gestor', 'Gestão de projetos', false],
      ['leitor', 'Somente leitura', false],
    ]);
    for (const row of rows) expect(await passwordMatches(row.password_hash, 'molde-demo')).toBe(true);
  });
});
