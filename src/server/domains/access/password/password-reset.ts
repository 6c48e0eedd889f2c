import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { sha256 } from '../../../kernel/sha256.ts';

/** Time for which the link in a mail works. */
export const resetMinutes = 30;

/** Form of a token: 32 random bytes. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Makes a token that sets a person's password once. Earlier ones stay valid: asking again must not take a link away. */
export async function issueResetToken(db: TenantTransaction, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into password_reset (tenant_id, token_hash, user_id, expires_at)
    values (current_setting('app.tenant_id')::int, ${sha256(token)}, ${userId},
      now() + make_interval(mins => ${resetMinutes}))`.execute(db);
  return token;
}

export interface TokenHolder {
  id: number;
  name: string;
  login: string;
  email: string;
}

/** The person whose password a token sets; null for one that was used, is too old, altered, or of another tenant. */
export async function findTokenHolder(db: TenantTransaction, token: string): Promise<TokenHolder | null> {
  if (!TOKEN.test(token)) return null;
  const { rows } = await sql<TokenHolder>`
    select u.id, u.name::text as name, coalesce(u.login, '')::text as login, u.email::text as email
    from password_reset r join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where r.token_hash = ${sha256(token)} and r.expires_at > now() and u.is_active and u.is_user and u.auth_type = 'local'`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Uses a token up, and with it all others of the person. @returns false when another request was faster */
export async function redeemResetToken(
  db: TenantTransaction,
  token: string,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from password_reset where token_hash = ${sha256(token)} and user_id = ${userId} and expires_at > now()
    returning user_id`.execute(db);
  if (rows.length === 0) return false;
  await endResetTokens(db, userId);
  return true;
}

/** Makes the links of a person's mails invalid, after their password changed. */
export async function endResetTokens(db: TenantTransaction, userId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}
