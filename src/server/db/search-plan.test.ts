import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../domains/access/tenant/create-tenant.ts';
import { openTestDatabase } from '../testing.ts';
import type { Database } from './database.ts';
import { vacuum } from '../testing/plans.ts';

const base = process.env['TEST_DATABASE_URL'];
const USERS = 40_000;
const BATCH = 4000;

/**
 * Checks the query plans inside the search functions under the application's role: PostgreSQL's auto_explain reports the
 * plan of every nested statement to the client. The embedded database uses the same planner, so one database is enough.
 */
describe.runIf(base)('the query plan of a user search under molde_app', () => {
  let database: Database;
  let client: pg.Client;
  let tenant: number;
  const plans: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    const admin = { login: 'admin', name: 'Admin', email: 'a@x.example', password: 'x' };
    tenant = await createTenant(database.owner, { key: 'acme', name: 'Acme', hosts: ['localhost'], admin });
    // Inserted in batches, so that each stays below the statement time limit on a busy machine.
    for (let from = 1; from <= USERS; from += BATCH) {
      await sql`
        insert into app_user (tenant_id, name, email, is_active)
        select ${tenant}, (array['João', 'Zélia', 'Ana', 'Çelso'])[1 + i % 4] || ' Conceição ' || i, 'p' || i || '@x.example', i % 9 <> 0
        from generate_series(${from}::int, ${from + BATCH - 1}::int) i`.execute(database.owner);
    }
    await vacuum(database.owner, 'app_user');

    const { rows } = await sql<{
      name: string;
      owner: string;
    }>`select current_database() as name, current_user::text as owner`.execute(database.owner);
    const { name, owner } = rows[0] ?? { name: '', owner: '' };
    const superuser = new pg.Client({ connectionString: base });
    await superuser.connect();
    await superuser.query(`alter database ${name} set session_preload_libraries = 'auto_explain'`);
    await superuser.query(`alter database ${name} set auto_explain.log_min_duration = 0`);
    await superuser.query(`alter database ${name} set auto_explain.log_nested_statements = on`);
    await superuser.end();

    const url = new URL(base ?? '');
    url.pathname = `/${name}`;
    url.username = owner;
    url.password = owner;
    client = new pg.Client({ connectionString: url.href });
    client.on('notice', (notice) => plans.push(notice.message ?? ''));
    await client.connect();
    await client.query('set client_min_messages = log');
  }, 300_000);
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  async function page(text: string | null, order = 'name_asc', known: number | null = null) {
    await client.query(`begin read only; select * from molde_enter(${tenant}, null)`);
    const { rows: role } = await client.query<{ role: string }>('select current_user::text as role');
    plans.length = 0;
    const { rows } = await client.query<{ ids: number[]; total: number }>(
      'select * from molde_user_page($1, null, null, null, true, null, $2, 50, 0, $3)',
      [text, order, known],
    );
    await client.query('commit');
    return { role: role[0]?.role, found: rows[0]?.ids.length, total: rows[0]?.total, plan: plans.join('\n') };
  }

  it('with few matches uses the trigram index and no sequential scan', async () => {
    const { role, found, total, plan } = await page('CONCEICAO 12345');
    expect({ role, found, total }).toEqual({ role: 'molde_app', found: 1, total: 1 });
    expect(plan).toContain('Bitmap Index Scan on app_user_search');
    expect(plan).not.toContain('Seq Scan on app_user');
  });

  it('without matches uses the trigram index', async () => {
    expect((await page('xyzzy')).plan).toContain('Bitmap Index Scan on app_user_search');
  });

  it('with very many matches scans the index of the order and does not sort', async () => {
    const { found, total, plan } = await page('conceicao', 'name_desc', 35_000);
    expect({ found, total }).toEqual({ found: 50, total: 35_000 });
    expect(plan).toMatch(/Index Only Scan Backward using app_user_(active_)?name/);
    expect(plan).not.toContain('Sort');
  });

  it.each([
    ['name_asc', 'zelia'],
    ['email_asc', 'p39'],
  ])('with matches far away in %s walks the index alone', async (order, text) => {
    const { plan } = await page(text, order, 35_000);
    expect(plan).toMatch(/Index Only Scan using app_user_(active_name|email)/);
    expect(plan).not.toContain('Sort');
  });

  it.each(['name', 'email', 'login', 'createdAt', 'updatedAt', 'id'])(
    'without a text is ordered by the index of %s',
    async (field) => {
      const { found, plan } = await page(null, `${field}_desc`, 35_000);
      expect(found).toBe(50);
      expect(plan).toMatch(/Index (Only )?Scan Backward using app_user/);
      expect(plan).not.toContain('Sort');
    },
  );
});
