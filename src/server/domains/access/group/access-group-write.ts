import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { violatedConstraint } from '../../../kernel/database.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { assertAdministratorLeft, lockAdministrators } from '../tenant/administrators.ts';
import type { PermissionScreen } from './permission-screen.ts';
import { grantsWithout, readGroup, readStoredGroup, type StoredGroup } from './access-group-rows.ts';
import {
  assertMayGrant,
  assertPermissionsChange,
  changedPermissions,
  noPermissions,
  readPermissions,
  samePermissions,
  type PermissionChange,
} from './access-group-rules.ts';
import type { GroupBody, GroupReply } from './access-group-schema.ts';
import { assertCanJoin, changeMembers, readMembers } from './members.ts';

/**
 * Creates a group with its permissions and members.
 * @throws AppError VALIDATION_FAILED, ALREADY_EXISTS at /nomeGrupo, RULE_BROKEN
 */
export async function createGroup(
  ctx: Context,
  screens: readonly PermissionScreen[],
  body: GroupBody,
): Promise<GroupReply> {
  const name = nameOf(body.nomeGrupo ?? '');
  const change = readPermissions(body, screens);
  const members = readMembers(body);
  const granting = { grants: ctx.caller.grants, lang: ctx.lang, screens };
  assertMayGrant(granting, noPermissions, changedPermissions(noPermissions, change), null);
  const { id } = await withNameErrors(() =>
    ctx.db
      .insertInto('access_group')
      .values({
        tenant_id: ctx.tenant.id,
        name,
        description: body.description?.trim() ?? '',
        is_active: body.active !== 'N',
        created_by: ctx.caller.userId,
        updated_by: ctx.caller.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await assertCanJoin(ctx, id, members.added);
  await storePermissions(ctx, id, change);
  const joined = await changeMembers(ctx, id, members);
  const stored = await storedGroup(ctx, id);
  await audit(ctx, {
    entity: 'access-group',
    entityId: id,
    action: 'create',
    before: null,
    after: { ...audited(stored), members: joined.added },
  });
  publishChange(ctx.db, 'access-group', { verb: 'create', id, version: stored.version });
  return (await readGroup(ctx, screens, id))!;
}

/**
 * Changes what the body names: fields, permissions and members, all or nothing.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, VERSION_CONFLICT with the current group, ALREADY_EXISTS, FORBIDDEN, RULE_BROKEN
 */
export async function updateGroup(
  ctx: Context,
  screens: readonly PermissionScreen[],
  id: number,
  body: GroupBody & { version?: number | undefined },
): Promise<GroupReply> {
  const expected = expectedVersion(ctx, body.version);
  const name = body.nomeGrupo === undefined ? undefined : nameOf(body.nomeGrupo);
  const change = readPermissions(body, screens);
  const members = readMembers(body);
  const before = await readStoredGroup(ctx.db, id, true);
  if (before === null) throw notFound();
  const { unconditional } = await assertVersion(expected, before.version, () => readGroup(ctx, screens, id));
  assertPermissionsChange(before, change);
  const switched = body.active !== undefined && body.active !== before.active;
  const reach =
    members.added.length > 0 ? 'newUsers' : switched ? (body.active === 'Y' ? 'active' : 'inactive') : null;
  const permissions = changedPermissions(before, change);
  // Permissions that they hold by this group alone, they do not hold once it is off.
  const grants =
    reach === 'inactive' && !ctx.caller.grants.allScreens
      ? await grantsWithout(ctx.db, ctx.caller.userId, id)
      : ctx.caller.grants;
  assertMayGrant({ grants, lang: ctx.lang, screens }, before, permissions, reach);
  if (before.administrators) await lockAdministrators(ctx.db);
  await assertCanJoin(ctx, id, members.added);
  const fields = {
    nomeGrupo: name ?? before.nomeGrupo,
    description: body.description?.trim() ?? before.description,
    active: body.active ?? before.active,
  };
  const changed = await changeMembers(ctx, id, members);
  const isSame =
    fields.nomeGrupo === before.nomeGrupo &&
    fields.description === before.description &&
    fields.active === before.active &&
    samePermissions(before, permissions) &&
    changed.added.length + changed.removed.length === 0;
  // A change that changes nothing is no version, no audit entry and no event.
  if (isSame) return (await readGroup(ctx, screens, id))!;
  await withNameErrors(() =>
    ctx.db
      .updateTable('access_group')
      .set({
        name: fields.nomeGrupo,
        description: fields.description,
        is_active: fields.active === 'Y',
        version: sql`version + 1`,
        updated_at: sql`now()`,
        updated_by: ctx.caller.userId,
      })
      .where('id', '=', id)
      .execute(),
  );
  await storePermissions(ctx, id, change);
  if (before.administrators) await assertAdministratorLeft(ctx.db);
  const after = await storedGroup(ctx, id);
  await audit(ctx, {
    entity: 'access-group',
    entityId: id,
    action: 'update',
    before: { ...audited(before), members: changed.removed },
    after: { ...audited(after), members: changed.added },
    unconditional,
  });
  publishChange(ctx.db, 'access-group', { verb: 'update', id, version: after.version });
  return (await readGroup(ctx, screens, id))!;
}

/** Control, format and line characters: two groups whose names look the same would differ by one, or one would read backwards. */
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]/u;

/** @throws AppError VALIDATION_FAILED */
function nameOf(given: string): string {
  const name = given.trim();
  if (name === '') throw invalid([{ path: '/nomeGrupo', key: 'errors.accessGroup.nameRequired' }]);
  if (hiddenCharacter.test(name))
    throw invalid([{ path: '/nomeGrupo', key: 'errors.accessGroup.nameHidden' }]);
  return name;
}

async function storePermissions(
  ctx: Context,
  id: number,
  { screens, removed, specials }: PermissionChange,
): Promise<void> {
  const gone = [...removed, ...screens.filter(({ read }) => !read).map(({ screen }) => screen)];
  if (gone.length > 0)
    await ctx.db
      .deleteFrom('access_group_screen')
      .where('group_id', '=', id)
      .where('screen_key', 'in', gone)
      .execute();
  const kept = screens.filter(({ read }) => read);
  if (kept.length > 0)
    await ctx.db
      .insertInto('access_group_screen')
      .values(
        kept.map((row) => ({
          tenant_id: ctx.tenant.id,
          group_id: id,
          screen_key: row.screen,
          can_read: true,
          can_create: row.create,
          can_update: row.update,
          can_delete: row.delete,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'group_id', 'screen_key']).doUpdateSet((row) => ({
          can_read: row.ref('excluded.can_read'),
          can_create: row.ref('excluded.can_create'),
          can_update: row.ref('excluded.can_update'),
          can_delete: row.ref('excluded.can_delete'),
        })),
      )
      .execute();
  if (specials.size > 0)
    await ctx.db
      .insertInto('access_group_special')
      .values(
        [...specials].map(([permission, allow]) => ({
          tenant_id: ctx.tenant.id,
          group_id: id,
          permission,
          allow,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'group_id', 'permission'])
          .doUpdateSet((row) => ({ allow: row.ref('excluded.allow') })),
      )
      .execute();
}

async function storedGroup(ctx: Context, id: number): Promise<StoredGroup> {
  const stored = await readStoredGroup(ctx.db, id);
  if (stored === null) throw new Error('a stored group cannot be read');
  return stored;
}

/** Values of a group for the audit. */
function audited({ nomeGrupo, description, active, screens, specials }: StoredGroup): JsonObject {
  return { nomeGrupo, description, active, screens: screens.map((row) => ({ ...row })), specials };
}

async function withNameErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'access_group_name_unique') throw error;
    const key = 'errors.accessGroup.nameTaken';
    throw new AppError('ALREADY_EXISTS', {
      message: key,
      errors: [{ path: '/nomeGrupo', key }],
      cause: error,
    });
  }
}
