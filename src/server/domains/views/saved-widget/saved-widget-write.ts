import type { JsonObject } from '../../../../contracts/json.ts';
import type { SavedWidgetRow } from '../../../../contracts/saved-widget.ts';
import { inOneTransaction, type Context } from '../../../kernel/contract.ts';
import { notFound, ruleBroken } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import {
  createDraft,
  lockDefinition,
  removeDefinition,
  saveDraft,
  type Editing,
} from '../../definitions/index.ts';
import { emptyWidget, withFields, type WidgetInput } from './document.ts';
import { freeWidgetId, readWidget } from './rows.ts';
import { assertWidgetUnused } from './users.ts';

type Widget = SavedWidgetRow & { document: JsonObject };

/** @throws AppError NOT_FOUND */
export async function widgetOf(ctx: Context, id: string): Promise<Widget> {
  const widget = await readWidget(ctx, id);
  if (widget === null) throw notFound();
  return widget;
}

/** The row without its document. */
export const toReply = ({ document: _document, ...row }: Widget): SavedWidgetRow => row;

interface Created {
  id: string;
  version: number;
  title: string;
}

/**
 * Creates a saved widget under the identifier that its title becomes.
 * @throws AppError VALIDATION_FAILED without a title, DEFINITION_INVALID
 */
export async function createWidget(editing: Editing, ctx: Context, input: WidgetInput): Promise<Created> {
  const document = withFields(emptyWidget('new'), { ...input, title: input.title ?? '' });
  return store(editing, ctx, document, input.title ?? '');
}

/** Copies a saved widget, as its draft has it. @throws AppError NOT_FOUND, DEFINITION_INVALID */
export async function copyWidget(editing: Editing, ctx: Context, original: string): Promise<Created> {
  const { document, title } = await widgetOf(ctx, original);
  const copied = text(ctx.lang, 'messages.views.copyTitle', { title }).slice(0, 120);
  return store(editing, ctx, withFields(document, { title: copied }), title);
}

async function store(editing: Editing, ctx: Context, document: JsonObject, named: string): Promise<Created> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const id = await freeWidgetId(ctx.db, named);
  const definition = { ...document, kind: 'widget' as const, id };
  const { version, title = '' } = await createDraft(editing, inOneTransaction(ctx), definition, null);
  return { id, version, title };
}

/**
 * Changes fields of a saved widget, in its draft.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT with the current row, VALIDATION_FAILED, RULE_BROKEN when nothing changes
 */
export async function updateWidget(
  editing: Editing,
  ctx: Context,
  id: string,
  { version, ...input }: WidgetInput & { version?: number | undefined },
): Promise<SavedWidgetRow> {
  const current = await widgetOf(ctx, id);
  const { unconditional } = await assertVersion(expectedVersion(ctx, version), current.version, () =>
    toReply(current),
  );
  const definition = withFields(current.document, input);
  if (JSON.stringify(definition) === JSON.stringify(current.document))
    throw ruleBroken('errors.widgets.unchanged', { params: { title: current.title } });
  await saveDraft(
    editing,
    inOneTransaction(ctx),
    { kind: 'widget', id },
    { definition, version: current.version, unconditional },
  );
  return toReply(await widgetOf(ctx, id));
}

/**
 * Removes a saved widget that nothing shows, in a draft either.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, IN_USE naming what shows it
 */
export async function removeWidget(editing: Editing, ctx: Context, id: string): Promise<string> {
  const { title } = await widgetOf(ctx, id);
  await lockDefinition(ctx.db, ctx.tenant.id);
  await assertWidgetUnused(ctx, id);
  await removeDefinition(editing, ctx, { kind: 'widget', id });
  return title;
}
