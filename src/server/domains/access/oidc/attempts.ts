import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Challenge } from './provider.ts';

/** Time within which a person comes back from the provider. */
export const attemptMinutes = 10;
/** Time for which an administrator's link works. */
export const invitationHours = 24;

/** Form of our random texts: 32 bytes. */
const RANDOM = /^[A-Za-z0-9_-]{43}$/;
const random = (): string => randomBytes(32).toString('base64url');

/** Why a person goes to the provider. */
export type Intent =
  | { is: 'sign-in' }
  /** A signed-in person links an account; the session must still be open afterwards. */
  | { is: 'link'; sessionId: string }
  /** A person with an administrator's link links an account and signs in with it. */
  | { is: 'invitation'; tokenHash: string };

export interface Attempt extends Omit<Challenge, 'state'> {
  issuer: string;
  intent: Intent;
}

/** The browser's half of an attempt: the cookie that it has, or a new one. */
export const browserKey = (cookie: string | null): string =>
  cookie !== null && RANDOM.test(cookie) ? cookie : random();

export const newChallenge = (redirectUri: string): Challenge => ({
  state: random(),
  nonce: random(),
  codeVerifier: random(),
  redirectUri,
});

/** Remembers a sign-in that leaves for the provider. The database keeps it, since another process may get the answer. */
export async function storeAttempt(
  db: TenantTransaction,
  browser: string,
  issuer: string,
  intent: Intent,
  challenge: Challenge,
): Promise<void> {
  await sql`
    insert into sign_in_attempt (tenant_id, state_hash, browser_hash, issuer, nonce, code_verifier, redirect_uri,
      session_id, invitation_hash, expires_at)
    values (current_setting('app.tenant_id')::int, ${sha256(challenge.state)}, ${sha256(browser)}, ${issuer},
      ${challenge.nonce}, ${challenge.codeVerifier}, ${challenge.redirectUri},
      ${intent.is === 'link' ? intent.sessionId : null}, ${intent.is === 'invitation' ? intent.tokenHash : null},
      now() + make_interval(mins => ${attemptMinutes}))`.execute(db);
}

/**
 * Uses an attempt up. Null for one that was used, is too old, or belongs to another browser or tenant; the attempt of
 * another browser stays, so that nobody can end it from outside.
 */
export async function takeAttempt(
  db: TenantTransaction,
  state: string,
  browser: string | null,
): Promise<Attempt | null> {
  if (!RANDOM.test(state) || browser === null || !RANDOM.test(browser)) return null;
  const { rows } = await sql<{
    issuer: string;
    nonce: string;
    codeVerifier: string;
    redirectUri: string;
    sessionId: string | null;
    invitationHash: string | null;
    isFresh: boolean;
  }>`
    delete from sign_in_attempt where state_hash = ${sha256(state)} and browser_hash = ${sha256(browser)}
    returning issuer, nonce, code_verifier as "codeVerifier", redirect_uri as "redirectUri",
      session_id as "sessionId", invitation_hash as "invitationHash", expires_at > now() as "isFresh"`.execute(
    db,
  );
  const [found] = rows;
  if (!found?.isFresh) return null;
  const { sessionId, invitationHash, isFresh: _, ...attempt } = found;
  const intent: Intent =
    sessionId !== null
      ? { is: 'link', sessionId }
      : invitationHash !== null
        ? { is: 'invitation', tokenHash: invitationHash }
        : { is: 'sign-in' };
  return { ...attempt, intent };
}

/** Makes a link with which a person links an account once. It replaces the person's earlier ones. */
export async function issueInvitation(
  db: TenantTransaction,
  userId: number,
  createdBy: number,
): Promise<{ token: string; expiresAt: Date }> {
  await endInvitations(db, userId);
  const token = random();
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into link_invitation (tenant_id, token_hash, user_id, created_by, expires_at)
    values (current_setting('app.tenant_id')::int, ${sha256(token)}, ${userId}, ${createdBy},
      now() + make_interval(hours => ${invitationHours}))
    returning expires_at as "expiresAt"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a link was not stored');
  return { token, expiresAt: row.expiresAt };
}

/** Returns the stored name of a link that works; null for one that was used, is too old, altered, or of another tenant. */
export async function findInvitation(db: TenantTransaction, token: string): Promise<string | null> {
  if (!RANDOM.test(token)) return null;
  const { rows } = await sql`
    select from link_invitation where token_hash = ${sha256(token)} and expires_at > now()`.execute(db);
  return rows.length > 0 ? sha256(token) : null;
}

/** Uses a link up. @returns whose account is linked; null when another request was faster */
export async function redeemInvitation(db: TenantTransaction, tokenHash: string): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    delete from link_invitation where token_hash = ${tokenHash} and expires_at > now()
    returning user_id as "userId"`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Makes the links of a person invalid. */
export async function endInvitations(db: TenantTransaction, userId: number): Promise<void> {
  await db.deleteFrom('link_invitation').where('user_id', '=', userId).execute();
}
