import { sql } from 'kysely';
import { allows, type Access, type Verb } from '../../../contracts/access.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { audit } from '../../kernel/audit.ts';
import type { Context } from '../../kernel/contract.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import { invalid } from '../../kernel/errors.ts';

/** A grant of a new screen's own permission. */
export interface Grant {
  /** Ids of access groups. */
  groups: number[];
  /** Rights beside reading, which every grant gives. */
  verbs: Verb[];
}

/**
 * Grants the permission that a new screen or dashboard brings with it, in the transaction that creates it. The permission is
 * new, so its creator may grant all of it; one that exists already is granted only as far as the creator holds it.
 * @param known screens of the product that permissions are granted on.
 * @throws AppError VALIDATION_FAILED
 */
export async function grantOwnPermission(
  ctx: Context,
  db: TenantTransaction,
  document: JsonObject,
  { groups, verbs }: Grant,
  known: ReadonlySet<string>,
): Promise<void> {
  const screen = String(document.id);
  const { access } = document;
  if (!isObject(access) || access.screen !== screen) {
    throw invalid([{ path: '/groups', key: 'errors.definitions.grantOwn' }]);
  }
  const granted = [...new Set<Verb>(['read', ...verbs])];
  if (!(await isNew(db, screen, known))) {
    const { grants } = ctx.caller;
    const missing = granted.filter((verb) => !allows(grants, { screen, verb }));
    if (missing.length > 0) throw invalid([{ path: '/groups', key: 'errors.definitions.grantNotHeld' }]);
  }
  await assertGroups(ctx, db, groups);
  await insertGrants(ctx, db, screen, groups, granted);
  await audit(
    ctx,
    {
      entity: 'screen-permission',
      entityId: screen,
      action: 'grant',
      before: null,
      after: { groups: [...new Set(groups)], verbs: granted },
    },
    db,
  );
}

/**
 * Refuses groups that do not exist or are inactive, and groups without the caller, who would lock themselves out.
 * @throws AppError VALIDATION_FAILED
 */
export async function assertGroups(
  ctx: Context,
  db: TenantTransaction,
  groups: readonly number[],
): Promise<void> {
  const found = await db
    .selectFrom('access_group as g')
    .leftJoin('access_group_member as m', (join) =>
      join
        .onRef('m.tenant_id', '=', 'g.tenant_id')
        .onRef('m.group_id', '=', 'g.id')
        .on('m.user_id', '=', ctx.caller.userId),
    )
    .where('g.id', 'in', groups)
    .where('g.is_active', '=', true)
    .select(['g.id', 'm.user_id as member'])
    .execute();
  if (found.length < new Set(groups).size) {
    throw invalid([{ path: '/groups', key: 'errors.definitions.groupUnknown' }]);
  }
  if (!ctx.caller.grants.allScreens && found.every(({ member }) => member === null)) {
    throw invalid([{ path: '/groups', key: 'errors.definitions.lockedOut' }]);
  }
}

/** Gives groups rights on a screen, beside those that they have. */
export async function insertGrants(
  ctx: Context,
  db: TenantTransaction,
  screen: string,
  groups: readonly number[],
  verbs: readonly Verb[],
): Promise<void> {
  await db
    .insertInto('access_group_screen')
    .values(
      [...new Set(groups)].map((id) => ({
        tenant_id: ctx.tenant.id,
        group_id: id,
        screen_key: screen,
        can_read: true,
        can_create: verbs.includes('create'),
        can_update: verbs.includes('update'),
        can_delete: verbs.includes('delete'),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'group_id', 'screen_key']).doUpdateSet({
        can_read: true,
        can_create: sql`access_group_screen.can_create or excluded.can_create`,
        can_update: sql`access_group_screen.can_update or excluded.can_update`,
        can_delete: sql`access_group_screen.can_delete or excluded.can_delete`,
      }),
    )
    .execute();
}

/** Whether no screen of the product and no group has this permission yet. */
async function isNew(db: TenantTransaction, screen: string, known: ReadonlySet<string>): Promise<boolean> {
  if (known.has(screen)) return false;
  const row = await db
    .selectFrom('access_group_screen')
    .where('screen_key', '=', screen)
    .select('screen_key')
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

/**
 * Refuses a new screen that its creator could not open, for want of the permission in its `access`. The screen's own
 * permission is granted with it.
 * @throws AppError VALIDATION_FAILED
 */
export function assertMayOpen(ctx: Context, { id, access }: JsonObject, grant: Grant | null): void {
  // The document's validation has found the rule well-formed.
  const rule = access as unknown as Access | undefined;
  if (rule === undefined || allows(ctx.caller.grants, rule)) return;
  const isOwn = 'screen' in rule && rule.screen === id;
  if (isOwn && grant !== null) return;
  throw invalid([
    isOwn
      ? { path: '/groups', key: 'errors.definitions.grantNeeded' }
      : { path: '/screen', key: 'errors.definitions.notYours' },
  ]);
}
