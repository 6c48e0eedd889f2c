import { sql, type Kysely } from 'kysely';

/** When the person has seen how an import or export ended: until then its list names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column seen_at timestamptz`.execute(db);
}
