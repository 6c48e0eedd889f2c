import { sql, type Kysely } from 'kysely';

/** Lets requests of a new password be counted for one login from one address, as failed sign-ins are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in_failure drop constraint sign_in_failure_kind_check`.execute(db);
  await sql`
    alter table sign_in_failure add constraint sign_in_failure_kind_check
    check (kind in ('pair', 'address', 'login', 'reset-pair', 'reset-address', 'reset-login'))`.execute(db);
}
