import { sql, type Kysely } from 'kysely';

/**
 * The permissions that a client received with its ticket, as their digest: a change until the ticket is used is announced
 * over its connection. A ticket from before this has another digest than any person, so its client loads its menu again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table socket_ticket add column rights text not null default ''`.execute(db);
}
