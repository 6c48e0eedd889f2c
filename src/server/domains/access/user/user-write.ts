import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { User } from '../../../../contracts/user.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { publishChange, publishProfile } from '../../../kernel/topics.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import type { Files } from '../../../platform/files/files.ts';
import { PHOTO_OWNER } from '../../../platform/files/photos.ts';
import { assertAdministratorLeft } from '../tenant/administrators.ts';
import { endResetTokens } from '../password/password-reset.ts';
import { endSessionsOf } from '../../../platform/sessions/sessions.ts';
import { checkRecord, type CheckedInput } from './user-input.ts';
import { readUser } from './user-rows.ts';
import { toRuleError, assertMayChange, assertNotReferenced, assertReferences } from './user-rules.ts';

/**
 * Creates a person.
 * @throws AppError VALIDATION_FAILED, ALREADY_EXISTS at /login, RULE_BROKEN at a reference
 */
export async function createUser(ctx: Context, { values, columns }: CheckedInput): Promise<User> {
  checkRecord(values, null, ctx.lang);
  await assertReferences(ctx.db, columns, null);
  const { id } = await withRuleErrors(() =>
    ctx.db
      .insertInto('app_user')
      .values({
        tenant_id: ctx.tenant.id,
        created_by: ctx.caller.userId,
        updated_by: ctx.caller.userId,
        ...columns,
        name: columns.name ?? '',
        email: columns.email ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const user = await readStored(ctx.db, id);
  await audit(ctx, { entity: 'user', entityId: id, action: 'create', before: null, after: plain(user) });
  publishChange(ctx.db, 'user', { verb: 'create', id, version: user.version });
  return user;
}

/**
 * Changes the fields that the body names. A new password, a deactivation, the loss of the login and another way of signing in
 * end the person's sessions in the same transaction.
 * @param version the version in the body, if any.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, VERSION_CONFLICT with the current row, FORBIDDEN, RULE_BROKEN, ALREADY_EXISTS
 */
export async function updateUser(
  ctx: Context,
  id: number,
  version: number | undefined,
  { values, columns }: CheckedInput,
): Promise<User> {
  const expected = expectedVersion(ctx, version);
  const before = await lockedUser(ctx.db, id);
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  checkRecord(values, before, ctx.lang);
  const losesAccess = columns.is_active === false || columns.is_user === false;
  const password = typeof columns.password_hash === 'string';
  const authType = columns.auth_type !== undefined && columns.auth_type !== before.authType;
  const account =
    (columns.login !== undefined && columns.login !== before.login) ||
    (columns.email !== undefined && columns.email !== before.email);
  await assertMayChange(ctx.db, ctx.caller, before, { losesAccess, password, account, authType });
  await assertReferences(ctx.db, columns, id);
  await withRuleErrors(() =>
    ctx.db
      .updateTable('app_user')
      .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()`, updated_by: ctx.caller.userId })
      .where('id', '=', id)
      .execute(),
  );
  // A person who may no longer use a password needs a linked account.
  if (authType) await assertAdministratorLeft(ctx.db);
  if (losesAccess || password || authType) {
    await endSessionsOf(ctx.db, id);
    await endResetTokens(ctx.db, id);
  }
  const after = await readStored(ctx.db, id);
  const changes = difference(before, after, password);
  await audit(ctx, { entity: 'user', entityId: id, action: 'update', ...changes, unconditional });
  publishChange(ctx.db, 'user', { verb: 'update', id, version: after.version });
  publishProfile(ctx.db, id, after.version);
  return after;
}

/**
 * Deletes a person without references to it.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, FORBIDDEN, RULE_BROKEN, IN_USE
 */
export async function deleteUser(ctx: Context, id: number, files: Files): Promise<{ id: number }> {
  const expected = expectedVersion(ctx, undefined);
  const before = await lockedUser(ctx.db, id);
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  await assertMayChange(ctx.db, ctx.caller, before, { losesAccess: true });
  await assertNotReferenced(ctx.db, id);
  await ctx.db.deleteFrom('app_user').where('id', '=', id).execute();
  await files.removeOf(ctx.db, { kind: PHOTO_OWNER, id });
  await audit(ctx, {
    entity: 'user',
    entityId: id,
    action: 'delete',
    before: plain(before),
    after: null,
    unconditional,
  });
  publishChange(ctx.db, 'user', { verb: 'delete', id });
  return { id };
}

async function withRuleErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw toRuleError(error);
  }
}

async function lockedUser(db: TenantTransaction, id: number): Promise<User> {
  const user = await readUser(db, id, true);
  if (user === null) throw notFound();
  return user;
}

async function readStored(db: TenantTransaction, id: number): Promise<User> {
  const user = await readUser(db, id);
  if (user === null) throw new Error('a stored user cannot be read');
  return user;
}

/** Returns the changed values, before and after. Of a password it says only that it changed. */
function difference(before: User, after: User, password: boolean): { before: JsonObject; after: JsonObject } {
  const changes: { before: JsonObject; after: JsonObject } = { before: {}, after: {} };
  const [old, current] = [plain(before), plain(after)];
  for (const [key, value] of Object.entries(current)) {
    if (JSON.stringify(old[key]) === JSON.stringify(value)) continue;
    changes.before[key] = old[key] ?? null;
    changes.after[key] = value;
  }
  if (password) changes.after.password = 'changed';
  return changes;
}

/** Types a user as JSON, for which an interface lacks the index signature. */
function plain(user: User): JsonObject {
  return { ...user } as unknown as JsonObject;
}
