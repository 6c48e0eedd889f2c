import { allows, type Verb } from '../../../contracts/access.ts';
import { isObject } from '../../../contracts/json.ts';
import { audit } from '../../kernel/audit.ts';
import type { Context } from '../../kernel/contract.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { readForEdit, type Editing } from './edit.ts';
import { assertGroups, insertGrants, type Grant } from './own-permission.ts';
import { lockDefinition, type DefinitionKey } from './stored.ts';

/** An access group that has the permission of an own screen. */
export interface ScreenGroup {
  id: number;
  name: string;
  /** Rights beside reading. */
  verbs: Verb[];
}

/** The groups that have the permission of an own screen or dashboard; null where the permission is not its own. */
export async function readScreenGroups(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
): Promise<ScreenGroup[] | null> {
  const { definition, bundled } = await readForEdit(editing, ctx, key);
  const access = isObject(definition) ? definition.access : undefined;
  // A dashboard can have the id of a screen of the product.
  const isOfProduct = bundled === true || editing.screens.has(key.id);
  if (isOfProduct || !isObject(access) || access.screen !== key.id) return null;
  const rows = await ctx.db
    .selectFrom('access_group_screen as s')
    .innerJoin('access_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 's.tenant_id').onRef('g.id', '=', 's.group_id'),
    )
    .where('s.screen_key', '=', key.id)
    .where('s.can_read', '=', true)
    .where('g.is_active', '=', true)
    .select(['g.id', 'g.name', 's.can_create', 's.can_update', 's.can_delete'])
    .orderBy('g.name')
    .execute();
  return rows.map(({ id, name, can_create, can_update, can_delete }) => ({
    id: Number(id),
    name,
    verbs: [
      ...(can_create ? (['create'] as const) : []),
      ...(can_update ? (['update'] as const) : []),
      ...(can_delete ? (['delete'] as const) : []),
    ],
  }));
}

/**
 * Changes which groups have the permission of an own screen. Groups that stay keep their rights; new ones get reading and
 * `verbs`, as far as the caller holds them.
 * @throws AppError FORBIDDEN without the permission itself, RULE_BROKEN where it is not the screen's own, VALIDATION_FAILED
 */
export async function changeScreenGroups(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  { groups, verbs }: Grant,
): Promise<ScreenGroup[]> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const before = await readScreenGroups(editing, ctx, key);
  if (before === null) throw new AppError('RULE_BROKEN', { message: 'errors.definitions.grantOwn' });
  const { grants } = ctx.caller;
  const holds = (verb: Verb): boolean => allows(grants, { screen: key.id, verb });
  if (!holds('read')) throw new AppError('FORBIDDEN');
  await assertGroups(ctx, ctx.db, groups, '/groups');
  const known = before.map(({ id }) => id);
  const added = groups.filter((id) => !known.includes(id));
  const removed = known.filter((id) => !groups.includes(id));
  const granted = [...new Set<Verb>(['read', ...verbs])];
  if (added.length > 0 && !granted.every(holds)) {
    throw invalid([{ path: '/verbs', key: 'errors.definitions.grantNotHeld' }]);
  }
  if (removed.length > 0) {
    await ctx.db
      .deleteFrom('access_group_screen')
      .where('screen_key', '=', key.id)
      .where('group_id', 'in', removed)
      .execute();
  }
  if (added.length > 0) await insertGrants(ctx, ctx.db, key.id, added, granted);
  const after = (await readScreenGroups(editing, ctx, key)) ?? [];
  await audit(ctx, {
    entity: 'screen-permission',
    entityId: key.id,
    action: 'grant',
    before: { groups: known },
    after: { groups: after.map(({ id }) => id), added, verbs: granted },
  });
  return after;
}
