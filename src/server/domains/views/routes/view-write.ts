import type { JsonObject } from '../../../../contracts/json.ts';
import { viewKey, type ViewRow } from '../../../../contracts/view.ts';
import { inOneTransaction, type Context } from '../../../kernel/contract.ts';
import { notFound, ruleBroken } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import {
  createDraft,
  lockDefinition,
  saveDraft,
  type BundledMenu,
  type Editing,
  type Grant,
} from '../../definitions/index.ts';
import { emptyView, withFields, type ViewInput } from '../view/document.ts';
import { nextDashId, readView } from '../view/rows.ts';
import { startContent, type ViewStart } from '../view/starts.ts';

/** @throws AppError NOT_FOUND */
export async function viewOf(
  ctx: Context,
  menu: BundledMenu,
  dashId: number,
): Promise<ViewRow & { document: JsonObject }> {
  const view = await readView(ctx, menu, dashId);
  if (view === null) throw notFound();
  return view;
}

/** The row without its document. */
export function toReply({ document: _document, ...row }: ViewRow & { document: JsonObject }): ViewRow {
  return row;
}

/** Creates a view under the next number. @throws AppError VALIDATION_FAILED without a title, DEFINITION_INVALID */
export async function createView(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  { start = {}, ...input }: ViewInput & { start?: ViewStart | undefined },
): Promise<{ dashId: number; version: number; title: string }> {
  const given = { ...input, title: input.title ?? '' };
  const checked = withFields(emptyView(1), given, menu);
  await lockDefinition(ctx.db, ctx.tenant.id);
  const dashId = await nextDashId(ctx.db);
  const { id, path, access } = emptyView(dashId);
  const content = await startContent(editing, inOneTransaction(ctx), dashId, start);
  return store(editing, ctx, dashId, { ...checked, ...content, id: id!, path: path!, access: access! });
}

/** Copies a view, as its draft has it. @throws AppError NOT_FOUND, DEFINITION_INVALID */
export async function copyView(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  original: number,
): Promise<{ dashId: number; version: number; title: string }> {
  const { document, title } = await viewOf(ctx, menu, original);
  await lockDefinition(ctx.db, ctx.tenant.id);
  const dashId = await nextDashId(ctx.db);
  const { id, path, access } = emptyView(dashId);
  const copied = text(ctx.lang, 'messages.views.copyTitle', { title }).slice(0, 120);
  const copy = withFields(document, { title: copied }, menu);
  return store(editing, ctx, dashId, { ...copy, id: id!, path: path!, access: access! });
}

async function store(
  editing: Editing,
  ctx: Context,
  dashId: number,
  document: JsonObject,
): Promise<{ dashId: number; version: number; title: string }> {
  const definition = { ...document, kind: 'dashboard' as const, id: viewKey(dashId) };
  const saved = await createDraft(editing, inOneTransaction(ctx), definition, await firstGrant(editing, ctx));
  return { dashId, version: saved.version, title: saved.title ?? '' };
}

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

/**
 * Changes fields of a view, in its draft.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT with the current row, VALIDATION_FAILED, RULE_BROKEN when nothing changes,
 * DEFINITION_INVALID
 */
export async function updateView(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  dashId: number,
  { version, ...input }: ViewInput & { version?: number | undefined },
): Promise<ViewRow> {
  const current = await viewOf(ctx, menu, dashId);
  const { unconditional } = await assertVersion(expectedVersion(ctx, version), current.version, () =>
    toReply(current),
  );
  const definition = withFields(current.document, input, menu);
  if (JSON.stringify(definition) === JSON.stringify(current.document))
    throw ruleBroken('errors.views.unchanged', { params: { title: current.title } });
  await saveDraft(
    editing,
    inOneTransaction(ctx),
    { kind: 'dashboard', id: viewKey(dashId) },
    { definition, version: current.version, unconditional },
  );
  return toReply(await viewOf(ctx, menu, dashId));
}
