import { allows } from '../../../../contracts/access.ts';
import { viewKey } from '../../../../contracts/view.ts';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { insertGrants } from '../../definitions/index.ts';

/**
 * Checks that groups may get the permission to open views: they exist and are active, and the caller may open the views.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN
 */
export async function assertGroupsGrantable(
  ctx: Context,
  dashIds: readonly number[],
  groups: readonly number[],
): Promise<void> {
  if (groups.length === 0) return;
  for (const id of dashIds)
    if (!allows(ctx.caller.grants, { screen: viewKey(id), verb: 'read' }))
      throw new AppError('FORBIDDEN', { message: 'errors.views.grantNotHeld' });
  const found = await ctx.db
    .selectFrom('access_group')
    .where('id', 'in', groups)
    .where('is_active', '=', true)
    .select('id')
    .execute();
  const active = new Set(found.map(({ id }) => Number(id)));
  const unknown = groups.flatMap((group, at) => (active.has(group) ? [] : [`/groups/${at}`]));
  if (unknown.length > 0)
    throw invalid(unknown.map((path) => ({ path, key: 'errors.definitions.groupUnknown' })));
}

/** Lets groups open views, beside those that may. */
export async function grantReaders(
  ctx: Context,
  dashIds: readonly number[],
  groups: readonly number[],
): Promise<void> {
  if (groups.length === 0) return;
  const screens = [...new Set(dashIds)].map(viewKey);
  await insertGrants(ctx, ctx.db, screens, groups, ['read']);
  await auditMany(
    ctx,
    screens.map((entityId) => ({
      entity: 'screen-permission',
      entityId,
      action: 'grant',
      before: null,
      after: { groups: [...groups], verbs: ['read'] },
    })),
  );
}
