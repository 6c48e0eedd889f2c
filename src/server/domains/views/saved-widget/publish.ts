import type { JsonObject } from '../../../../contracts/json.ts';
import type { SavedWidgetRow, WidgetPublicationCheck } from '../../../../contracts/saved-widget.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, failureOf, ruleBroken } from '../../../kernel/errors.ts';
import { assertPublishable, lockDefinition, publish, type Editing } from '../../definitions/index.ts';
import { cleanComment } from '../view/publish.ts';
import { missingTexts } from '../view/publish-check.ts';
import { usersOfWidget } from './users.ts';

type Widget = SavedWidgetRow & { document: JsonObject };

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
  await publish(editing, ctx, keyOf(widget.id), { comment, version });
}

/** Facts for a person before publishing a saved widget: first of all, where it shows. */
export async function checkWidget(
  editing: Editing,
  ctx: Context,
  widget: Widget,
): Promise<WidgetPublicationCheck> {
  const refusal = async (): Promise<string | null> => {
    if (widget.state === 'published') return null;
    try {
      assertContent(widget);
      await assertPublishable(editing, ctx, keyOf(widget.id));
      return null;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return failureOf(error, ctx.lang).message;
      throw error;
    }
  };
  return {
    title: widget.title,
    state: widget.state,
    users: await usersOfWidget(ctx, widget.id),
    missing: missingTexts(widget.document),
    refused: await refusal(),
  };
}
