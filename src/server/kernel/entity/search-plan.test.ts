import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/core/index.ts';
import { transactionOn } from '../../db/client-connection.ts';
import type { Database } from '../../db/database.ts';
import { createTenant } from '../../domains/access/tenant/create-tenant.ts';
import { readDefinitions } from '../../domains/definitions/store/bundled.ts';
import { openTestDatabase } from '../../testing.ts';
import type { Context } from '../contract.ts';
import { TotalCache } from '../totals.ts';
import { EntityLists, type ListInput } from './list.ts';
import { buildModels } from './entity-model.ts';
import { vacuum } from '../../testing/plans.ts';

const base = process.env['TEST_DATABASE_URL'];
const COMPANIES = 60_000;
const BATCH = 5000;

const company = buildModels(
  readDefinitions()
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document as unknown as EntityDocument),
).get('company');

/**
 * Checks the query plans of an entity's list under the application's role, as ../../db/search-plan.test.ts does for users:
 * auto_explain reports the plan of every statement, also of those inside functions.
 */
describe.runIf(base)('the query plan of a list of companies under molde_app', () => {
  let database: Database;
  let client: pg.Client;
  let tenant: number;
  const plans: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    const admin = { login: 'admin', name: 'Admin', email: 'a@x.example', password: 'x' };
    tenant = await createTenant(database.owner, { key: 'acme', name: 'Acme', hosts: ['localhost'], admin });
    // Inserted in batches, so that each stays below the statement time limit on a busy machine.
    for (let from = 1; from <= COMPANIES; from += BATCH) {
      await sql`
        insert into company (tenant_id, id, name, cnpj, is_active)
        select ${tenant}, i, (array['João', 'Zélia', 'Ana', 'Çelso'])[1 + i % 4] || ' Comércio ' || i, lpad(i::text, 14, '0'), i % 9 <> 0
        from generate_series(${from}::int, ${from + BATCH - 1}::int) i`.execute(database.owner);
    }
    await vacuum(database.owner, 'company');

    const { rows } = await sql<{
      name: string;
      owner: string;
    }>`select current_database() as name, current_user::text as owner`.execute(database.owner);
    const { name, owner } = rows[0] ?? { name: '', owner: '' };
    const superuser = new pg.Client({ connectionString: base });
    await superuser.connect();
    for (const setting of [
      "session_preload_libraries = 'auto_explain'",
      'auto_explain.log_min_duration = 0',
      'auto_explain.log_nested_statements = on',
    ])
      await superuser.query(`alter database ${name} set ${setting}`);
    await superuser.end();

    const url = new URL(base ?? '');
    url.pathname = `/${name}`;
    url.username = owner;
    url.password = owner;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    client.on('notice', (notice) => plans.push(notice.message ?? ''));
    await client.query('set client_min_messages = log');
  }, 300_000);
  afterAll(async () => {
    // A pool ends before its connections do, which the drop of the database would then break.
    await client.end();
    await database.close();
  });

  /** Asks for a page as a route does. `inner` is the plan of the search inside its function, `outer` that of the page. */
  async function page(input: ListInput, totals = new TotalCache()) {
    if (!company) throw new Error('there is no entity "company"');
    await client.query(`begin read only; select * from molde_enter(${tenant}, null)`);
    plans.length = 0;
    const ctx = {
      tenant: { id: tenant },
      caller: { userId: 1, grants: { all: true, screens: {}, specials: [] } },
      lang: 'pt',
      db: transactionOn(client),
    } as unknown as Context;
    const { rows, totalRows } = await new EntityLists(company).page(ctx, totals, input);
    const { rows: role } = await client.query<{ role: string }>('select current_user::text as role');
    await client.query('commit');
    const text = (found: (plan: string) => boolean) => plans.filter(found).join('\n');
    return {
      role: role[0]?.role,
      found: rows.length,
      totalRows,
      inner: text((plan) => plan.includes('from public.company where tenant_id')),
      outer: text((plan) => plan.includes('"#total"')),
    };
  }

  it.each(['COMERCIO 12345', 'xyzzy'])(
    'collects the few matches of "%s" by the trigram index',
    async (text) => {
      const { role, totalRows, inner } = await page({ text });
      expect({ role, totalRows }).toEqual({ role: 'molde_app', totalRows: text === 'xyzzy' ? 0 : 1 });
      expect(inner).toContain('Bitmap Index Scan on company_search');
      expect(inner).not.toContain('Seq Scan on company');
    },
  );

  it('reads the few matches by their keys', async () => {
    const { outer } = await page({ text: 'comercio 12345' });
    expect(outer).toMatch(/Index Scan using company_pkey on company t_\d+.*\n +Index Cond: .*id = ANY/);
  });

  it('walks along the index of the order for a text that very many rows contain, and searches once', async () => {
    const totals = new TotalCache();
    const { found, totalRows, outer } = await page({ text: 'comercio', order: 'name_desc' }, totals);
    expect({ found, totalRows }).toEqual({ found: 50, totalRows: COMPANIES });
    expect(outer).toContain('Index Scan Backward using company_name');
    const again = await page({ text: 'comercio', order: 'name_desc', page: 2 }, totals);
    expect(again.found).toBe(50);
    expect(again.inner).toBe('');
  });

  it.each(['name', 'createdAt', 'updatedAt', 'id'])(
    'passes the rows before a deep page in the index of %s alone',
    async (field) => {
      const totals = new TotalCache();
      const { found, outer } = await page({ order: `${field}_desc`, page: 500 }, totals);
      expect(found).toBe(50);
      expect(outer).toMatch(/Index Only Scan Backward using company_/);
    },
  );
});
