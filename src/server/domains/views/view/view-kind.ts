import { Type } from 'typebox';
import { viewKey } from '../../../../contracts/view.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { BundledMenu, DocumentKind, Editing, Grant } from '../../definitions/index.ts';
import {
  createBody,
  createdReply,
  removedReply,
  updateBody,
  viewId,
  viewReply,
} from '../routes/view-schema.ts';
import { emptyView, withFields, type ViewInput } from './document.ts';
import { nextDashId, viewRows } from './rows.ts';
import { startContent, type ViewStart } from './starts.ts';
import { scheduledTime } from './waiting.ts';

/** Views: dashboards of the tenant's own with a number. */
export const viewKind = (menu: BundledMenu): DocumentKind => ({
  address: '/adm/v2/dash',
  copyAddress: '/adm/v2/dash-copy/:id',
  rows: viewRows(menu),
  schemas: {
    id: Type.Unsafe<number | string>(viewId),
    row: viewReply,
    create: createBody,
    update: updateBody,
    key: removedReply,
    created: createdReply,
  },
  keyOf: (id) => ({ kind: 'dashboard', id: viewKey(Number(id)) }),
  named: (id) => ({ dashId: id }),
  empty: emptyView(1),
  withFields: (document, input: ViewInput) => withFields(document, input, menu),
  async identify({ db }, document) {
    const dashId = await nextDashId(db);
    const { path, access } = emptyView(dashId);
    const definition = {
      ...document,
      kind: 'dashboard' as const,
      id: viewKey(dashId),
      path: path!,
      access: access!,
    };
    return { id: dashId, definition };
  },
  startContent: (editing, ctx, id, { start = {} }: ViewInput & { start?: ViewStart }) =>
    startContent(editing, ctx, Number(id), start),
  firstGrant,
  scheduledAt: ({ db }, id) => scheduledTime(db, Number(id)),
  texts: {
    page: '$routes.view.page',
    one: '$routes.view.one',
    draft: '$routes.view.draft',
    history: '$routes.view.history',
    version: '$routes.view.version',
    create: 'Create a view, as a draft',
    update: 'Change a view, in its draft',
    remove: 'Remove a view; its versions stay in the history',
    copy: 'Copy a view',
    created: 'messages.views.created',
    updated: 'messages.views.updated',
    removed: 'messages.views.removed',
    unpublished: 'messages.views.unpublished',
    unchanged: 'errors.views.unchanged',
  },
});

/** People who administer views open the ones that they make: the permission goes to their groups that may read views. */
export async function firstGrant(
  { screen }: Editing,
  ctx: Pick<Context, 'caller' | 'db'>,
): Promise<Grant | null> {
  if (ctx.caller.grants.allScreens) return null;
  const groups = await ctx.db
    .selectFrom('access_group_member as m')
    .innerJoin('access_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
    )
    .innerJoin('access_group_screen as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.group_id', '=', 'm.group_id'),
    )
    .where('m.user_id', '=', ctx.caller.userId)
    .where('g.is_active', '=', true)
    .where('s.screen_key', '=', screen)
    .where('s.can_read', '=', true)
    .select('g.id')
    .execute();
  return { groups: groups.map(({ id }) => Number(id)), verbs: [] };
}
