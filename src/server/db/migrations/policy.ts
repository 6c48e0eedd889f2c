import { sql, type Kysely } from 'kysely';

/**
 * Closes a tenant's table for the application's role: only rows of the transaction's tenant exist, whatever a query says.
 * The setting is read in a sub-select: once for a statement, where it would be once for each row looked up by id.
 * @param privileges SQL privileges of molde_app, as narrow as the product allows.
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
