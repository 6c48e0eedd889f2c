import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { ProviderAccount } from './provider.ts';

/** A linked account as its person and administrators see it. */
export interface LinkedAccount {
  id: number;
  provider: string;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export async function readAccounts(db: TenantTransaction, userId: number): Promise<LinkedAccount[]> {
  return db
    .selectFrom('linked_account')
    .select(['id', 'provider', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Finds whose account it is. Issuer and subject decide; an e-mail address can belong to somebody else tomorrow. */
export async function findOwner(
  db: TenantTransaction,
  { issuer, subject }: ProviderAccount,
): Promise<{ accountId: number; userId: number } | null> {
  const row = await db
    .selectFrom('linked_account')
    .select(['id as accountId', 'user_id as userId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Links an account to a person.
 * @returns whether it is new
 * @throws AppError ALREADY_EXISTS when it is linked to somebody else
 */
export async function linkAccount(
  db: TenantTransaction,
  userId: number,
  provider: string,
  account: ProviderAccount,
): Promise<boolean> {
  const { rows } = await sql<{ userId: number; isNew: boolean }>`
    insert into linked_account as l (tenant_id, issuer, subject, user_id, provider, label)
    values (current_setting('app.tenant_id')::int, ${account.issuer}, ${account.subject}, ${userId}, ${provider},
      ${account.label})
    on conflict (tenant_id, issuer, subject) do update set label = l.label
    returning user_id as "userId", xmax = 0 as "isNew"`.execute(db);
  const [row] = rows;
  if (row?.userId !== userId)
    throw new AppError('ALREADY_EXISTS', { message: 'errors.provider.linkedElsewhere' });
  return row.isNew;
}

/** Notes that an account was used, and what the provider calls it now. */
export async function noteUse(db: TenantTransaction, accountId: number, label: string): Promise<void> {
  await sql`update linked_account set last_used_at = now(), label = ${label} where id = ${accountId}`.execute(
    db,
  );
}

/**
 * Removes the link of an account.
 * @returns what it was; null when the person has no such account
 * @throws AppError RULE_BROKEN for the last one of a person who cannot sign in in another way
 */
export async function unlinkAccount(
  db: TenantTransaction,
  userId: number,
  id: number,
): Promise<{ provider: string; label: string } | null> {
  // The person's row is the lock: two calls at once could remove the last two.
  const person = await db
    .selectFrom('app_user')
    .select(['auth_type as authType', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const accounts = person ? await readAccounts(db, userId) : [];
  const account = accounts.find((one) => one.id === id);
  if (!person || !account) return null;
  const hasPassword = person.authType === 'local' && person.passwordHash !== null;
  if (accounts.length === 1 && !hasPassword)
    throw new AppError('RULE_BROKEN', { message: 'errors.provider.lastWay' });
  await db.deleteFrom('linked_account').where('id', '=', id).execute();
  return { provider: account.provider, label: account.label };
}
