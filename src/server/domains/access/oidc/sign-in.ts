import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Tokens } from '../../../kernel/token.ts';
import { openSession, type SessionOrigin } from '../../../platform/sessions/sessions.ts';
import { lockedSeconds, recordSignIn } from '../sign-in/sign-in-limits.ts';
import {
  concludeSignIn,
  holdsAnything,
  type InTransaction,
  type Outcome,
  type SignedIn,
} from '../sign-in/sign-in.ts';
import { findOwner, linkAccount, noteUse } from './accounts.ts';
import { redeemInvitation, type Intent } from './attempts.ts';
import type { ProviderAccount } from './provider.ts';

interface Person {
  id: number;
  name: string;
  login: string;
  isActive: boolean;
  isUser: boolean;
  hasGrants: boolean;
}

/** Action of a sign-in with an account of a provider, for the audit. */
export type ProviderAction = 'sign-in' | 'sign-in-refused' | 'link-account';

export interface ProviderSignIn extends SessionOrigin {
  tenantId: number;
  /** Name of the provider, which is stored with the link. */
  provider: string;
  account: ProviderAccount;
  intent: Exclude<Intent, { is: 'link' }>;
}

/**
 * Signs in the person to whom the account of a provider is linked, under the rules of a sign-in with a password: locks,
 * inactive people and people without any permission.
 * @throws AppError UNKNOWN_ACCOUNT, SIGN_IN_NOT_ALLOWED, TOO_MANY_REQUESTS, SIGN_IN_EXPIRED (a used link), ALREADY_EXISTS
 */
export async function signInWithAccount(
  request: ProviderSignIn,
  tokens: Tokens,
  inTransaction: InTransaction,
  note: (
    db: TenantTransaction,
    action: ProviderAction,
    person: { id: number; name: string },
  ) => Promise<void>,
): Promise<SignedIn> {
  const { account, intent, provider, address, userAgent } = request;
  const outcome = await inTransaction(
    async (db): Promise<Outcome | { is: 'unknown' } | { is: 'expired' }> => {
      const invited = intent.is === 'invitation' ? await redeemInvitation(db, intent.tokenHash) : null;
      if (intent.is === 'invitation' && invited === null) return { is: 'expired' };
      if (invited !== null) {
        const isNew = await linkAccount(db, invited, provider, account);
        const person = await lockPerson(db, invited);
        if (isNew && person) await note(db, 'link-account', person);
      }
      const owner = await findOwner(db, account);
      // The lock holds a deactivation that runs at the same time: it then ends the session opened here.
      const person = owner && (await lockPerson(db, owner.userId));
      if (!owner || !person) return { is: 'unknown' };
      const attempt = { login: person.login, address };
      const seconds = await lockedSeconds(db, attempt);
      if (seconds > 0 || !person.isActive || !person.isUser || !person.hasGrants) {
        await note(db, 'sign-in-refused', person);
        return seconds > 0 ? { is: 'locked', seconds } : { is: 'not-allowed' };
      }
      await recordSignIn(db, attempt);
      await noteUse(db, owner.accountId, account.label);
      await note(db, 'sign-in', person);
      const origin = { address, userAgent, providerSignOut: account.signOut };
      return { is: 'signed-in', userId: person.id, session: await openSession(db, person.id, origin) };
    },
  );
  // Thrown outside of the transaction, so that it commits the audit.
  if (outcome.is === 'unknown')
    throw new AppError('UNKNOWN_ACCOUNT', { params: { account: account.label, provider } });
  if (outcome.is === 'expired')
    throw new AppError('SIGN_IN_EXPIRED', { message: 'errors.provider.linkUsed' });
  return concludeSignIn(tokens, request.tenantId, outcome);
}

async function lockPerson(db: TenantTransaction, id: number): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select u.id, u.name::text as name, coalesce(u.login, '')::text as login, u.is_active as "isActive",
      u.is_user as "isUser", ${holdsAnything} as "hasGrants"
    from app_user u where u.id = ${id} for share`.execute(db);
  return rows[0] ?? null;
}

/** The person of an open session, who links an account; null when the session has ended meanwhile. */
export async function sessionOwner(
  db: TenantTransaction,
  sessionId: string,
): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name::text as name
    from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now() and u.is_active and u.is_user`.execute(
    db,
  );
  return rows[0] ?? null;
}
