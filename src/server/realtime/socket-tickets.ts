import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../db/tables.ts';
import { sha256 } from '../kernel/sha256.ts';

const ticketSeconds = 60;
/** 32 characters as they are sent. */
const ticketBytes = 24;

/** Whether a text has the form of a ticket, which no access token has. */
export const isSocketTicket = (text: string): boolean => /^[\w-]{32}$/.test(text);

/**
 * Makes a ticket that opens one real-time connection of a session within a minute. Only its hash is stored.
 * @param rights digest of the permissions that the client receives with it
 */
export async function issueSocketTicket(
  db: TenantTransaction,
  sessionId: string,
  rights: string,
): Promise<string> {
  const ticket = randomBytes(ticketBytes).toString('base64url');
  await sql`
    insert into socket_ticket (tenant_id, hash, session_id, rights, expires_at)
    values (current_setting('app.tenant_id')::int, ${sha256(ticket)}, ${sessionId}, ${rights},
      now() + make_interval(secs => ${ticketSeconds}))`.execute(db);
  // Every page asks for one when it opens, so this is when the session was last used, to within a page's life.
  await sql`update session set last_seen_at = now() where id = ${sessionId}`.execute(db);
  return ticket;
}

export interface RedeemedTicket {
  sessionId: string;
  expiresAt: Date;
  /** Digest of the permissions that the client received with the ticket. */
  rights: string;
}

/** Uses a ticket up. Null for one that was used, is too old, or belongs to another tenant. */
export async function redeemSocketTicket(
  db: TenantTransaction,
  ticket: string,
): Promise<RedeemedTicket | null> {
  const { rows } = await sql<RedeemedTicket & { isFresh: boolean }>`
    delete from socket_ticket t using session s
    where t.hash = ${sha256(ticket)} and s.id = t.session_id
    returning s.id as "sessionId", s.expires_at as "expiresAt", t.rights, t.expires_at > now() as "isFresh"`.execute(
    db,
  );
  const [found] = rows;
  return found?.isFresh ? found : null;
}
