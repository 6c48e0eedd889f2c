import { sql, type Kysely } from 'kysely';

/**
 * Adds row-level security to a table of tenants: the application's role can read and write only rows of the transaction's
 * tenant. The setting is read in a sub-select, which is evaluated once per statement instead of once per row.
 * @param privileges SQL privileges of molde_app on the table.
 */
export async function tenantPolicy(db: Kysely<unknown>, table: string, privileges: string): Promise<void> {
  const name = sql.id(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`
    create policy tenant_rows on ${name} to molde_app
    using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::int))
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`.execute(db);
  await sql`grant ${sql.raw(privileges)} on ${name} to molde_app`.execute(db);
}
