import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../domains/access/tenant/create-tenant.ts';
import { openTestDatabase } from '../testing.ts';
import { assertPoliciesEnforced, type Database } from './database.ts';
import { toDatabaseError, DatabaseUnavailable, sqlState, StatementTimedOut } from './database-errors.ts';
import type { TenantTransaction } from './tables.ts';

let database: Database;
let acme: number;
let beta: number;

const admin = (login: string) => ({ login, name: login, email: `${login}@x.example`, password: 'x' });

beforeAll(async () => {
  database = await openTestDatabase();
  acme = await createTenant(database.owner, {
    key: 'acme',
    name: 'Acme',
    hosts: ['localhost'],
    admin: admin('a'),
  });
  beta = await createTenant(database.owner, {
    key: 'beta',
    name: 'Beta',
    hosts: ['beta.localhost'],
    admin: admin('b'),
  });
});
afterAll(() => database.close());

/** Runs work in a transaction of a tenant and rolls it back. */
async function as<T>(tenant: number, work: (db: TenantTransaction) => Promise<T>): Promise<T> {
  const session = await database.enter(tenant, null, 'write');
  try {
    return await work(session.db);
  } finally {
    await session.rollback();
  }
}

const stateOf = (work: Promise<unknown>) => work.then(() => 'done', sqlState);

describe('row-level security', () => {
  it('is enforced in the transaction that requests use', () =>
    expect(assertPoliciesEnforced(database)).resolves.toBeUndefined());

  it('covers every table that has a tenant', async () => {
    const { rows } = await sql<{ name: string; protected: boolean; key: string }>`
      select c.relname as name, c.relrowsecurity as protected,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`.execute(
      database.owner,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((table) => !table.protected)).toEqual([]);
    const global = rows.filter((table) => table.key !== 'tenant_id').map((table) => table.name);
    expect(global.sort()).toEqual(['tenant', 'tenant_host']);
  });

  it('lets a tenant read its own rows only', async () => {
    const seen = await as(beta, async (db) => ({
      users: await db.selectFrom('app_user').select('tenant_id').distinct().execute(),
      byId: await db.selectFrom('app_user').where('tenant_id', '=', acme).selectAll().execute(),
      tenants: await db.selectFrom('tenant').select('id').execute(),
    }));
    expect(seen).toEqual({ users: [{ tenant_id: beta }], byId: [], tenants: [{ id: beta }] });
  });

  it('does not update or delete rows of another tenant', async () => {
    const changed = await as(beta, async (db) => {
      const update = await db
        .updateTable('app_user')
        .set({ name: 'x' })
        .where('tenant_id', '=', acme)
        .executeTakeFirst();
      const removal = await db
        .deleteFrom('access_group_member')
        .where('tenant_id', '=', acme)
        .executeTakeFirst();
      return [update.numUpdatedRows, removal.numDeletedRows];
    });
    expect(changed).toEqual([0n, 0n]);
  });

  it('refuses to insert a row of another tenant', async () => {
    const unit = { tenant_id: acme, title: 'x' };
    expect(await stateOf(as(beta, (db) => db.insertInto('organizational_unit').values(unit).execute()))).toBe(
      '42501',
    );
  });

  it('resets tenant and role on the connection after a transaction', async () => {
    await as(acme, (db) => db.selectFrom('tenant').select('id').execute());
    const { rows } = await sql<{ tenant: string | null; role: string }>`
      select current_setting('app.tenant_id', true) as tenant, current_user::text as role`.execute(
      database.owner,
    );
    expect(rows[0]?.tenant || null).toBeNull();
    expect(rows[0]?.role).not.toBe('molde_app');
  });

  it('allows inserts into audit, but no update or delete', async () => {
    const row = {
      tenant_id: acme,
      user_id: null,
      entity: 'x',
      entity_id: '1',
      action: 'create',
      address: '',
      request_id: '',
    };
    expect(await stateOf(as(acme, (db) => db.insertInto('audit').values(row).execute()))).toBe('done');
    expect(await stateOf(as(acme, (db) => db.updateTable('audit').set({ action: 'x' }).execute()))).toBe(
      '42501',
    );
    expect(await stateOf(as(acme, (db) => db.deleteFrom('audit').execute()))).toBe('42501');
  });

  it('denies requests the table of hosts and molde_enter', async () => {
    expect(await stateOf(as(acme, (db) => db.selectFrom('tenant_host').selectAll().execute()))).toBe('42501');
    expect(await stateOf(as(acme, (db) => sql`select * from molde_enter(${beta}, null)`.execute(db)))).toBe(
      '42501',
    );
  });

  it('denies writes in a read-only transaction', async () => {
    const session = await database.enter(acme, null, 'read');
    const unit = { tenant_id: acme, title: 'x' };
    expect(await stateOf(session.db.insertInto('organizational_unit').values(unit).execute())).toBe('25006');
    await session.rollback();
  });

  it('stops the start if a policy is missing', async () => {
    await sql`alter table audit disable row level security`.execute(database.owner);
    await expect(assertPoliciesEnforced(database)).rejects.toThrow(
      'the table audit has no row-level security',
    );
    await sql`alter table audit enable row level security`.execute(database.owner);
  });
});

describe('driver errors', () => {
  it('are converted to the class that says what they mean', () => {
    expect(toDatabaseError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect(toDatabaseError(new Error('Query read timeout'))).toBeInstanceOf(StatementTimedOut);
    const other = new Error('something else');
    expect(toDatabaseError(other)).toBe(other);
  });
});

describe('the user search', () => {
  const search = (tenant: number, text: string, order = 'name_asc') =>
    as(tenant, async (db) => {
      const { rows } = await sql<{ ids: number[]; total: number }>`
        select * from molde_user_page(${text}, null, null, null, null, null, ${order}, 50, 0, null)`.execute(
        db,
      );
      const ids = rows[0]?.ids ?? [];
      const users =
        ids.length === 0
          ? []
          : await db.selectFrom('app_user').where('id', 'in', ids).select(['id', 'name']).execute();
      return { total: rows[0]?.total, names: ids.map((id) => users.find((user) => user.id === id)?.name) };
    });

  beforeAll(async () => {
    const people = ['João da Conceição', 'Ângela Müller', 'Zé 100%', 'Zé_1000', 'Álvaro \\ Ñandu', 'Bruna'];
    const values = (tenant: number) =>
      people.map((name, at) => ({ tenant_id: tenant, name, email: `p${at}@x.example` }));
    await database.owner
      .insertInto('app_user')
      .values([...values(acme), ...values(beta)])
      .execute();
  });

  it.each([
    ['CONCEICAO', ['João da Conceição']],
    ['ângela mul', ['Ângela Müller']],
    ['100%', ['Zé 100%']],
    ['é_1', ['Zé_1000']],
    ['\\ n', ['Álvaro \\ Ñandu']],
    ['nobody', []],
  ])(
    'finds %s regardless of case and accents, with special characters taken literally',
    async (text, names) => {
      expect(await search(acme, text)).toEqual({ total: names.length, names });
    },
  );

  it('sorts by the pt-BR collation, then by id', async () => {
    expect((await search(beta, '@x.example')).names).toEqual([
      'Álvaro \\ Ñandu',
      'Ângela Müller',
      'b',
      'Bruna',
      'João da Conceição',
      'Zé 100%',
      'Zé_1000',
    ]);
  });

  it('normalises text under the empty search path of pg_restore', async () => {
    const folded = await database.owner.transaction().execute(async (db) => {
      await sql`set local search_path to ''`.execute(db);
      return sql<{ text: string }>`select public.molde_fold('ÁÇÃO') as text`.execute(db);
    });
    expect(folded.rows).toEqual([{ text: 'acao' }]);
  });

  it('refuses an unknown order', async () => {
    await expect(search(acme, 'x', 'name; drop table app_user')).rejects.toThrow('unknown order');
  });
});
