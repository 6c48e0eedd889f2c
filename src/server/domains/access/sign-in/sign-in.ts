import { sql } from 'kysely';
import { isLogin } from '../../../../contracts/formats.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Tokens } from '../../../kernel/token.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { decipherPassword } from '../password/password-cipher.ts';
import { passwordMatches } from '../password/password-hash.ts';
import { openSession, type SessionOrigin } from '../../../platform/sessions/sessions.ts';
import { lockedSeconds, recordGuess, recordSignIn } from './sign-in-limits.ts';

/** The answer of POST /adm/v2/sec/login. */
export interface SignedIn {
  accessToken: string;
  userId: number;
}

export interface SignInRequest extends SessionOrigin {
  tenantId: number;
  username: string;
  /** `ivHex:cipherHex` */
  password: string;
}

/** Runs work in a transaction of the request's tenant. */
export type InTransaction = <T>(work: (db: TenantTransaction) => Promise<T>) => Promise<T>;

/** Stores a sign-in, or one that was refused to a person who exists, in the audit. */
export type NoteSignIn = (
  db: TenantTransaction,
  action: 'sign-in' | 'sign-in-refused',
  person: { id: number; name: string },
) => Promise<void>;

/** How an attempt ended that both ways of signing in share. */
export type Outcome =
  | { is: 'signed-in'; userId: number; session: { id: string; expiresAt: Date } }
  | { is: 'locked'; seconds: number }
  | { is: 'not-allowed' };

interface Candidate {
  id: number;
  passwordHash: string | null;
  isActive: boolean;
  hasGrants: boolean;
  name: string;
}

/**
 * Signs a person in. An unknown login, a wrong password, a malformed cipher and a person without a login are answered
 * alike, in text, status and time. The hash is computed between two short transactions, never within one.
 * @throws AppError WRONG_CREDENTIALS, SIGN_IN_NOT_ALLOWED (right password of an inactive person or of one without any
 * permission), TOO_MANY_REQUESTS.
 */
export async function signIn(
  request: SignInRequest,
  loginKey: Uint8Array,
  tokens: Tokens,
  inTransaction: InTransaction,
  note: NoteSignIn,
): Promise<SignedIn> {
  const attempt = { login: request.username, address: request.address };
  const candidate = await inTransaction(async (db) => {
    assertNotLocked(await lockedSeconds(db, attempt));
    const login = request.username.trim();
    // Other characters are in no login, and some become plain letters in lower case. The same query runs for them.
    return findCandidate(db, isLogin(login) ? login : '');
  });
  const password = decipherPassword(loginKey, request.password);
  const matches = await passwordMatches(candidate?.passwordHash ?? null, password);
  const outcome = await inTransaction(async (db): Promise<Outcome | { is: 'wrong' }> => {
    const seconds = await recordGuess(db, attempt, matches);
    // Guesses at logins that do not exist are not noted: a login may be a password typed into the wrong field.
    if (!matches && candidate !== null) await note(db, 'sign-in-refused', candidate);
    if (seconds > 0) return { is: 'locked', seconds };
    if (!matches || candidate === null) return { is: 'wrong' };
    if (!candidate.isActive || !candidate.hasGrants) {
      await note(db, 'sign-in-refused', candidate);
      return { is: 'not-allowed' };
    }
    if (!(await isStillValid(db, candidate))) return { is: 'wrong' };
    await recordSignIn(db, attempt);
    await note(db, 'sign-in', candidate);
    return { is: 'signed-in', userId: candidate.id, session: await openSession(db, candidate.id, request) };
  });
  // Thrown outside of the transaction, so that it commits the counters.
  if (outcome.is === 'wrong') throw new AppError('WRONG_CREDENTIALS');
  return concludeSignIn(tokens, request.tenantId, outcome);
}

/**
 * Answers an attempt whose transaction has ended.
 * @throws AppError SIGN_IN_NOT_ALLOWED, TOO_MANY_REQUESTS
 */
export async function concludeSignIn(tokens: Tokens, tenantId: number, outcome: Outcome): Promise<SignedIn> {
  if (outcome.is === 'not-allowed') throw new AppError('SIGN_IN_NOT_ALLOWED');
  if (outcome.is === 'locked') throw locked(outcome.seconds);
  return issueToken(tokens, tenantId, outcome.userId, outcome.session);
}

/** Signs the access token of an open session. */
export async function issueToken(
  tokens: Tokens,
  tenantId: number,
  userId: number,
  session: { id: string; expiresAt: Date },
): Promise<SignedIn> {
  const expiresAt = Math.floor(session.expiresAt.getTime() / 1000);
  return { accessToken: await tokens.sign({ tenantId, userId, sessionId: session.id, expiresAt }), userId };
}

/** Condition on the row `u` of app_user: an active group gives the person a permission. */
export const holdsAnything = sql`exists (
  select from access_group_member m
  join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.is_active
  where m.tenant_id = u.tenant_id and m.user_id = u.id and (
    g.all_screens
    or exists (select from access_group_screen s where s.tenant_id = g.tenant_id and s.group_id = g.id
      and (s.can_read or s.can_create or s.can_update or s.can_delete))
    or exists (select from access_group_special x where x.tenant_id = g.tenant_id and x.group_id = g.id and x.allow)))`;

/** Finds a person who may have a password here; all others are answered like an unknown login. */
async function findCandidate(db: TenantTransaction, login: string): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    select u.id, u.name::text as name, u.password_hash as "passwordHash", u.is_active as "isActive",
      ${holdsAnything} as "hasGrants"
    from app_user u
    where u.login_key = lower(${login}) and u.is_user and u.auth_type = 'local'`.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks the row against a change of password or a deactivation that runs at the same time: it either waits and then ends
 * the session opened here, or has committed already, and no session is opened.
 */
async function isStillValid(db: TenantTransaction, candidate: Candidate): Promise<boolean> {
  const { rows } = await sql`
    select from app_user
    where id = ${candidate.id} and password_hash = ${candidate.passwordHash} and is_active and is_user
    for share`.execute(db);
  return rows.length > 0;
}

/** @throws AppError TOO_MANY_REQUESTS while an attempt is locked. */
export function assertNotLocked(seconds: number): void {
  if (seconds > 0) throw locked(seconds);
}

/** The answer to an attempt that is locked. */
function locked(seconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', {
    message: 'errors.locked',
    params: { count: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  });
}
