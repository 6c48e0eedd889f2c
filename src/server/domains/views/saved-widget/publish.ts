import type { DocumentRow } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { WidgetPublicationCheck } from '../../../../contracts/saved-widget.ts';
import type { Context } from '../../../kernel/contract.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import { lockDefinition, publish, type DocumentId, type Editing } from '../../definitions/index.ts';
import { cleanComment } from '../view/publish.ts';
import { missingTexts, refusalOf } from '../view/publish-check.ts';
import { usersOfWidget } from './users.ts';

/** A saved widget as a publication reads it. */
type Widget = Pick<DocumentRow, 'title' | 'state'> & { id: DocumentId; document: JsonObject };

const keyOf = (id: string) => ({ kind: 'widget' as const, id });

/** @throws AppError RULE_BROKEN */
function assertContent({ document, title }: Widget): void {
  if (Array.isArray(document['body']) && document['body'].length === 1) return;
  throw ruleBroken('errors.widgets.empty', { params: { title } });
}

/**
 * Publishes the draft of a saved widget: every view that shows it shows the new one from then on.
 * @throws AppError VALIDATION_FAILED without a comment, RULE_BROKEN without content and when nothing has changed, and others
 * of `publish`
 */
export async function publishWidget(
  editing: Editing,
  ctx: Context,
  widget: Widget,
  { comment: given, version }: { comment?: string | undefined; version?: number | undefined },
): Promise<void> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const comment = cleanComment(given);
  if (widget.state === 'published')
    throw ruleBroken('errors.views.noDraft', { params: { titles: widget.title } });
  assertContent(widget);
  await publish(editing, ctx, keyOf(String(widget.id)), { comment, version });
}

/** Facts for a person before publishing a saved widget: first of all, where it shows. */
export async function checkWidget(
  editing: Editing,
  ctx: Context,
  widget: Widget,
): Promise<WidgetPublicationCheck> {
  const id = String(widget.id);
  return {
    title: widget.title,
    state: widget.state,
    users: await usersOfWidget(ctx, id),
    missing: missingTexts(widget.document),
    refused: await refusalOf(editing, ctx, keyOf(id), widget, () => assertContent(widget)),
  };
}
