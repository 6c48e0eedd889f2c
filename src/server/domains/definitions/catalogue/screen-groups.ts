import { allows, type Verb } from '../../../../contracts/access.ts';
import { isObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { readForEdit, type Editing } from '../draft/edit.ts';
import { assertGroups, insertGrants } from './own-permission.ts';
import { lockDefinition, type DefinitionKey } from '../store/stored-definitions.ts';

/** An access group that has the permission of a screen. */
export interface ScreenGroup {
  id: number;
  name: string;
  /** Rights beside reading. */
  verbs: Verb[];
}

/**
 * The groups that have the permission which a screen or dashboard brings; null where it names another one. The permission of
 * a screen of the product is granted by those who may open every screen, and null to others.
 */
export async function readScreenGroups(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
): Promise<ScreenGroup[] | null> {
  const { definition, bundled } = await readForEdit(editing, ctx, key);
  const access = isObject(definition) ? definition.access : undefined;
  // A dashboard can have the id of a screen of the product.
  const isGrantable = bundled === true ? ctx.caller.grants.allScreens : !editing.screens.has(key.id);
  if (!isGrantable) return null;
  if (!isObject(access) || access.screen !== key.id) return null;
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

const writing = ['create', 'update', 'delete'] as const satisfies Verb[];

/** The groups that may open a screen, and those of them that may write with each verb. Ids of access groups. */
export type ScreenRights = Record<'groups' | (typeof writing)[number], number[]>;

/**
 * Sets which groups have the permission of a screen, with which verbs. Nobody adds a verb that they do not hold themselves.
 * @throws AppError FORBIDDEN without the permission itself, RULE_BROKEN where `readScreenGroups` has none, VALIDATION_FAILED
 */
export async function changeScreenGroups(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  rights: ScreenRights,
): Promise<ScreenGroup[]> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const before = await readScreenGroups(editing, ctx, key);
  if (before === null) throw new AppError('RULE_BROKEN', { message: 'errors.definitions.grantOwn' });
  const { grants } = ctx.caller;
  const holds = (verb: Verb): boolean => allows(grants, { screen: key.id, verb });
  if (!holds('read')) throw new AppError('FORBIDDEN');
  const groups = [...new Set(rights.groups)];
  await assertGroups(ctx, ctx.db, groups, '/groups');
  for (const verb of writing)
    if (rights[verb].some((id) => !groups.includes(id)))
      throw invalid([{ path: `/${verb}`, key: 'errors.definitions.groupNotAmong' }]);
  const had = new Map(before.map(({ id, verbs }) => [id, verbs]));
  const wanted = new Map(groups.map((id) => [id, writing.filter((verb) => rights[verb].includes(id))]));
  const changed = [...wanted].filter(([id, verbs]) => had.get(id)?.join() !== verbs.join());
  const notHeld = writing.filter(
    (verb) =>
      !holds(verb) && changed.some(([id, verbs]) => verbs.includes(verb) && !had.get(id)?.includes(verb)),
  );
  if (notHeld.length > 0)
    throw invalid(notHeld.map((verb) => ({ path: `/${verb}`, key: 'errors.definitions.grantNotHeld' })));
  const replaced = [...[...had.keys()].filter((id) => !wanted.has(id)), ...changed.map(([id]) => id)];
  if (replaced.length > 0) {
    await ctx.db
      .deleteFrom('access_group_screen')
      .where('screen_key', '=', key.id)
      .where('group_id', 'in', replaced)
      .execute();
  }
  for (const [id, verbs] of changed) await insertGrants(ctx, ctx.db, [key.id], [id], verbs);
  const after = (await readScreenGroups(editing, ctx, key)) ?? [];
  await audit(ctx, {
    entity: 'screen-permission',
    entityId: key.id,
    action: 'grant',
    before: { groups: before.map(({ id, verbs }) => ({ id, verbs })) },
    after: { groups: after.map(({ id, verbs }) => ({ id, verbs })) },
  });
  return after;
}
