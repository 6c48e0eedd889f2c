import { sql } from 'kysely';
import { allows, type Access, type Verb } from '../../../../contracts/access.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import { bringsPermission, namesScreen } from '../draft/draft-check.ts';
import { inUse, type User } from '../fragment/fragment-users.ts';
import { isRouted, routedKinds } from './path-match.ts';
import { accessRules } from '../prune/prune.ts';
import { selectCurrent, type DefinitionKey } from '../store/stored-definitions.ts';

/** A grant of a new screen's own permission. */
export interface Grant {
  /** Ids of access groups. */
  groups: number[];
  /** Rights beside reading, which every grant gives. */
  verbs: Verb[];
}

/**
 * Grants the permissions that new screens and dashboards bring with them, in the transaction that creates them. A permission
 * that is new its creator may grant as a whole; one that exists already is granted only as far as the creator holds it.
 * @param known screens of the product that permissions are granted on.
 * @throws AppError VALIDATION_FAILED
 */
export async function grantOwnPermissions(
  ctx: Context,
  db: TenantTransaction,
  documents: readonly JsonObject[],
  { groups, verbs }: Grant,
  known: ReadonlySet<string>,
): Promise<void> {
  const screens = documents.map(({ id, access }) => {
    const screen = String(id);
    if (!isObject(access) || access.screen !== screen)
      throw invalid([{ path: '/grant', key: 'errors.definitions.grantOwn' }]);
    return screen;
  });
  const granted = [...new Set<Verb>(['read', ...verbs])];
  for (const screen of await existing(db, screens, known)) {
    const { grants } = ctx.caller;
    const missing = granted.filter((verb) => !allows(grants, { screen, verb }));
    if (missing.length > 0) throw invalid([{ path: '/grant/verbs', key: 'errors.definitions.grantNotHeld' }]);
  }
  await assertGroups(ctx, db, groups, '/grant/groups');
  await insertGrants(ctx, db, screens, groups, granted);
  await auditMany(
    ctx,
    screens.map((entityId) => ({
      entity: 'screen-permission',
      entityId,
      action: 'grant',
      before: null,
      after: { groups: [...new Set(groups)], verbs: granted },
    })),
    db,
  );
}

/**
 * Refuses groups that do not exist or are inactive, and groups without the caller, who would lock themselves out.
 * @param path JSON pointer of the groups in the request.
 * @throws AppError VALIDATION_FAILED
 */
export async function assertGroups(
  ctx: Pick<Context, 'caller'>,
  db: TenantTransaction,
  groups: readonly number[],
  path: string,
): Promise<void> {
  const found =
    groups.length === 0
      ? []
      : await db
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
  const active = new Set(found.map(({ id }) => Number(id)));
  const unknown = groups.flatMap((group, at) => (active.has(group) ? [] : [`${path}/${at}`]));
  if (unknown.length > 0) {
    throw invalid(unknown.map((one) => ({ path: one, key: 'errors.definitions.groupUnknown' })));
  }
  if (!ctx.caller.grants.allScreens && found.every(({ member }) => member === null)) {
    throw invalid([{ path, key: 'errors.definitions.lockedOut' }]);
  }
}

/** Gives groups rights on screens, beside those that they have. */
export async function insertGrants(
  ctx: Pick<Context, 'tenant'>,
  db: TenantTransaction,
  screens: readonly string[],
  groups: readonly number[],
  verbs: readonly Verb[],
): Promise<void> {
  await db
    .insertInto('access_group_screen')
    .values(
      screens.flatMap((screen) =>
        [...new Set(groups)].map((id) => ({
          tenant_id: ctx.tenant.id,
          group_id: id,
          screen_key: screen,
          can_read: true,
          can_create: verbs.includes('create'),
          can_update: verbs.includes('update'),
          can_delete: verbs.includes('delete'),
        })),
      ),
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

/** The tenant's own screens and dashboards that bring a permission, as drafts or published. */
export async function ownPermissions(db: TenantTransaction): Promise<ReadonlySet<string>> {
  const rows = await selectCurrent(db)
    .where('d.kind', 'in', routedKinds)
    .where(sql<boolean>`position('"screen":"' || d.id || '"' in v.document) > 0`)
    .select(['d.id', sql<Json | null>`v.document::json -> 'access'`.as('access')])
    .execute();
  return new Set(
    rows.filter(({ id, access }) => bringsPermission(id, access ?? undefined)).map(({ id }) => id),
  );
}

/**
 * Ends the permission of a screen or dashboard that was removed, or that names another permission now, with its grants. A
 * permission of the product stays, and one that a definition of the other kind brings under the same id.
 * @param own what the tenant's documents bring now, where it is known
 * @throws AppError IN_USE naming the documents whose `access` names the permission
 */
export async function endOwnPermission(
  ctx: Context,
  { kind, id }: DefinitionKey,
  known: ReadonlySet<string>,
  message = 'errors.definitions.permissionInUse',
  own?: ReadonlySet<string>,
): Promise<void> {
  if (!isRouted(kind) || known.has(id) || (own ?? (await ownPermissions(ctx.db))).has(id)) return;
  const rows = await selectCurrent(ctx.db)
    .where(sql<boolean>`position(${`"screen":"${id}"`} in v.document) > 0`)
    .select(['d.kind', 'd.id', 'v.document'])
    .$castTo<DefinitionKey & { document: string }>()
    .execute();
  const users = new Map<string, User>();
  for (const { document, ...key } of rows) {
    const rules = accessRules(JSON.parse(document) as JsonObject);
    if (!rules.some(({ rule }) => namesScreen(id, rule))) continue;
    users.set(`${key.kind}/${key.id}`, { key: { kind: key.kind, id: key.id }, text: document });
  }
  if (users.size > 0) throw inUse(message, [...users.values()], ctx.lang);
  await dropGrants(ctx, ctx.db, [id]);
}

/**
 * Checks before publication that a screen or dashboard which begins to bring its own permission has a group that holds it:
 * else everybody who opens it now would lose it.
 * @throws AppError RULE_BROKEN
 */
export async function assertPermissionGranted(
  ctx: Context,
  { kind, id }: DefinitionKey,
  change: { before: JsonObject | null; after: JsonObject },
  known: ReadonlySet<string>,
): Promise<void> {
  const { before, after } = change;
  if (!isRouted(kind) || known.has(id) || before === null) return;
  if (!bringsPermission(id, after.access) || bringsPermission(id, before.access)) return;
  const granted = await ctx.db
    .selectFrom('access_group_screen as s')
    .innerJoin('access_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 's.tenant_id').onRef('g.id', '=', 's.group_id'),
    )
    .where('s.screen_key', '=', id)
    .where('s.can_read', '=', true)
    .where('g.is_active', '=', true)
    .select('s.group_id')
    .limit(1)
    .executeTakeFirst();
  if (granted === undefined) throw ruleBroken('errors.definitions.nobodyOpens');
}

/** Removes grants that earlier definitions of the same ids left, so that new ones begin without any. */
export async function dropLeftGrants(
  ctx: Context,
  db: TenantTransaction,
  keys: readonly DefinitionKey[],
  known: ReadonlySet<string>,
): Promise<void> {
  const screens = keys.flatMap(({ kind, id }) => (isRouted(kind) && !known.has(id) ? [id] : []));
  if (screens.length === 0) return;
  const own = await ownPermissions(db);
  await dropGrants(
    ctx,
    db,
    screens.filter((screen) => !own.has(screen)),
  );
}

async function dropGrants(ctx: Context, db: TenantTransaction, screens: readonly string[]): Promise<void> {
  const dropped = await db
    .deleteFrom('access_group_screen')
    .where('screen_key', '=', sql<string>`any (${screens}::text[])`)
    .returning(['screen_key', 'group_id'])
    .execute();
  const groupsOf = new Map<string, number[]>();
  for (const { screen_key, group_id } of dropped)
    groupsOf.set(screen_key, [...(groupsOf.get(screen_key) ?? []), Number(group_id)]);
  await auditMany(
    ctx,
    [...groupsOf].map(([entityId, groups]) => ({
      entity: 'screen-permission',
      entityId,
      action: 'revoke',
      before: { groups },
      after: null,
    })),
    db,
  );
}

/** The screens among these that the product or a group has already. */
async function existing(
  db: TenantTransaction,
  screens: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('access_group_screen')
    .where('screen_key', '=', sql<string>`any (${screens}::text[])`)
    .select('screen_key')
    .distinct()
    .execute();
  const granted = new Set(rows.map(({ screen_key }) => screen_key));
  return screens.filter((screen) => known.has(screen) || granted.has(screen));
}

/**
 * Refuses a new screen that its creator could not open, for want of the permission in its `access`. The screen's own
 * permission is granted with it.
 * @throws AppError VALIDATION_FAILED
 */
export function assertMayOpen(
  ctx: Pick<Context, 'caller'>,
  { id, access }: JsonObject,
  grant: Grant | null,
): void {
  // The document's validation has found the rule well-formed.
  const rule = access as unknown as Access | undefined;
  if (rule === undefined || allows(ctx.caller.grants, rule)) return;
  const isOwn = 'screen' in rule && rule.screen === id;
  if (isOwn && grant !== null) return;
  throw invalid([
    isOwn
      ? { path: '/grant/groups', key: 'errors.definitions.grantNeeded' }
      : { path: '/screen', key: 'errors.definitions.notYours' },
  ]);
}
