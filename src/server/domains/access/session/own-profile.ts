import { sql } from 'kysely';
import { Type } from 'typebox';
import { languages } from '../../../../contracts/language.ts';
import { themeChoices, type Me } from '../../../../contracts/session.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { publishChange, publishProfile } from '../../../kernel/topics.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';

/** Answer with the signed-in person. */
export const meReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  login: Type.String(),
  email: Type.String(),
  photourl: Type.Union([Type.String(), Type.Null()]),
  isChangePwd: Type.Union([Type.Literal('Y'), Type.Literal('N')]),
  delegate: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  language: Type.Union([Type.Enum([...languages]), Type.Null()]),
  theme: Type.Union([Type.Enum([...themeChoices]), Type.Null()]),
  version: Type.Integer(),
});

/** The special permission to choose one's substitute (specification 1, section 5). */
const SUBSTITUTE = 'user-profile-replacement-update';

/** The profile's fields as a form sends them back. Only the substitute can be changed here. */
export interface ProfileChange {
  delegateto?: number | null;
  id?: number;
  name?: string;
  login?: string;
  email?: string;
  version?: number;
}

export async function readMe(db: TenantTransaction, userId: number): Promise<Me> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('app_user as d', (join) =>
      join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.id', '=', 'u.delegate_id'),
    )
    .where('u.id', '=', userId)
    .select([
      'u.id',
      'u.name',
      'u.login',
      'u.email',
      'u.photo_url',
      'u.is_change_pwd',
      'u.version',
      'd.id as delegate_id',
      'd.name as delegate_name',
    ])
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const choices = await db
    .selectFrom('user_preference')
    .where('user_id', '=', userId)
    .where('key', 'in', ['language', 'theme'])
    .select(['key', 'value'])
    .execute();
  const chosen = <T>(key: string, known: readonly T[]): T | null =>
    known.find((one) => choices.some((choice) => choice.key === key && choice.value === one)) ?? null;
  return {
    id: row.id,
    name: row.name,
    login: row.login ?? '',
    email: row.email,
    photourl: row.photo_url,
    isChangePwd: row.is_change_pwd ? 'Y' : 'N',
    delegate: row.delegate_id === null ? null : { id: row.delegate_id, name: row.delegate_name ?? '' },
    language: chosen('language', languages),
    theme: chosen('theme', themeChoices),
    version: row.version,
  };
}

export interface Profile {
  id: number;
  name: string;
  email: string;
  photourl: string | null;
  /** Whether it is the caller's own, with what only they see. */
  own: boolean;
  login: string | null;
  delegate: { id: number; name: string } | null;
  delegateto: number | null;
  /** Whether the caller may choose their substitute. */
  canDelegate: boolean;
  /** Whether the caller has a password here, which they can change. */
  hasPassword: boolean;
  version: number;
}

/** The profile of a person: the own one, and of others name, e-mail and photo, for who may read users. */
export async function readProfile(ctx: Context, id: number): Promise<Profile> {
  const { grants, userId } = ctx.caller;
  const mayReadUsers = grants.allScreens || grants.screens.get('admin-user')?.read === true;
  // Everybody else gets their own.
  const me = await readMe(ctx.db, mayReadUsers ? id : userId);
  const own = me.id === userId;
  return {
    id: me.id,
    name: me.name,
    email: me.email,
    photourl: me.photourl,
    own,
    login: own ? me.login : null,
    delegate: own ? me.delegate : null,
    delegateto: own ? (me.delegate?.id ?? null) : null,
    canDelegate: own && grants.specials.has(SUBSTITUTE),
    hasPassword: own && (await hasPassword(ctx.db, userId)),
    version: me.version,
  };
}

async function hasPassword(db: TenantTransaction, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('auth_type', '=', 'local')
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Saves the own profile.
 * @throws AppError PASSWORD_CHANGE_REQUIRED, VALIDATION_FAILED at a field that only administrators change, FORBIDDEN,
 *   VERSION_CONFLICT with the current profile, RULE_BROKEN at /delegateto
 */
export async function saveProfile(ctx: Context, db: TenantTransaction, change: ProfileChange): Promise<Me> {
  const { caller } = ctx;
  if (caller.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  await sql`select from app_user where id = ${caller.userId} for update`.execute(db);
  const before = await readMe(db, caller.userId);
  const fixed = (['id', 'name', 'login', 'email'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== before[field],
  );
  if (fixed.length > 0)
    throw invalid(fixed.map((field) => ({ path: `/${field}`, key: 'errors.user.readOnlyProfile' })));
  const { unconditional } = await assertVersion(
    expectedVersion(ctx, change.version),
    before.version,
    () => before,
  );
  const { delegateto } = change;
  if (delegateto === undefined || delegateto === (before.delegate?.id ?? null)) return before;
  if (!caller.grants.specials.has(SUBSTITUTE)) {
    throw new AppError('FORBIDDEN', { message: 'errors.user.substituteForbidden' });
  }
  if (delegateto !== null) await assertSubstitute(db, caller.userId, delegateto);
  await sql`
    update app_user set delegate_id = ${delegateto}, version = version + 1, updated_at = now(),
      updated_by = ${caller.userId}
    where id = ${caller.userId}`.execute(db);
  const after = await readMe(db, caller.userId);
  await audit(
    ctx,
    {
      entity: 'user',
      entityId: caller.userId,
      action: 'update',
      before: { delegate: before.delegate },
      after: { delegate: after.delegate },
      unconditional,
    },
    db,
  );
  publishChange(db, 'user', { verb: 'update', id: caller.userId, version: after.version });
  publishProfile(db, caller.userId, after.version);
  return after;
}

async function assertSubstitute(db: TenantTransaction, own: number, id: number): Promise<void> {
  const refuse = (key: string) => ruleBroken(key, { errors: [{ path: '/delegateto', key }] });
  if (id === own) throw refuse('errors.user.ownReference');
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('is_user', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (found === undefined) throw refuse('errors.user.unknownPerson');
}
