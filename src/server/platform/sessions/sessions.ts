import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';

/** Lifetime of a session, which is never renewed. */
export const sessionHours = 12;

export interface SessionOrigin {
  address: string;
  userAgent: string;
  /** Address at another provider that ends the session there too. */
  providerSignOut?: string | null;
}

/**
 * Opens a session.
 * @returns its id, which the access token contains, and its end.
 */
export async function openSession(
  db: TenantTransaction,
  userId: number,
  origin: SessionOrigin,
): Promise<{ id: string; expiresAt: Date }> {
  const { rows } = await sql<{ id: string; expiresAt: Date }>`
    insert into session (tenant_id, user_id, expires_at, address, user_agent, provider_sign_out)
    values (current_setting('app.tenant_id')::int, ${userId}, now() + make_interval(hours => ${sessionHours}),
      ${origin.address}, ${origin.userAgent.slice(0, 400)}, ${origin.providerSignOut ?? null})
    returning id, expires_at as "expiresAt"`.execute(db);
  const [session] = rows;
  if (session === undefined) throw new Error('a session was not stored');
  return session;
}

/** A session that has just ended. */
export interface EndedSession {
  userId: number;
  userName: string;
  /** Address at a provider that ends the session there too. */
  providerSignOut: string | null;
}

/** Ends a session. The next request with its token is answered 401. Null where it had ended before. */
export async function endSession(db: TenantTransaction, sessionId: string): Promise<EndedSession | null> {
  const { rows } = await sql<EndedSession>`
    update session s set revoked_at = now() from app_user u
    where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now()
      and u.tenant_id = s.tenant_id and u.id = s.user_id
    returning u.id::int as "userId", u.name::text as "userName", s.provider_sign_out as "providerSignOut"`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Ends every session of a person, after a deactivation or a new password. */
export async function endSessionsOf(db: TenantTransaction, userId: number): Promise<void> {
  await sql`update session set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(
    db,
  );
}
