import type { SavedDefinition } from '../../../../contracts/definitions.ts';
import { contentName, isUsable } from '../../../../contracts/saved-widget.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isFree, nameOf } from '../store/stored-definitions.ts';
import type { Grant } from '../catalogue/own-permission.ts';
import {
  checkDraft,
  readPresent,
  storeDrafts,
  type CheckedDraft,
  type NewDefinition,
  type NewDefinitions,
} from './create-drafts.ts';
import { assertTenantKind } from './draft-check.ts';
import { readForEdit, type Editing } from './edit.ts';
import { ATTEMPTS } from './save.ts';

type Refused = NonNullable<AppError['options']['errors']>[number];

/**
 * Saves the first drafts of new definitions that may name each other, as a screen and its form do: all of them or none.
 * @throws AppError DEFINITION_INVALID with the errors of all definitions, ALREADY_EXISTS; paths begin with the definition's place
 */
export async function createDrafts(
  editing: Editing,
  ctx: Context,
  all: readonly NewDefinition[],
  grant: Grant | null,
): Promise<SavedDefinition[]> {
  for (const definition of all) assertTenantKind(definition);
  const usable = all.flatMap((one): [string, string][] =>
    isUsable(one.kind) ? [[contentName({ kind: one.kind, id: one.id }), JSON.stringify(one)]] : [],
  );
  const news: NewDefinitions = { all, replaced: new Map(), grant, usable: new Map(usable) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const checked = await checkAll(editing, ctx, news);
    const isStored = await ctx.transaction((db) => storeDrafts(editing, ctx, db, checked, news));
    if (!isStored) continue;
    return ctx.transaction(async (db) => {
      const saved: SavedDefinition[] = [];
      for (const { kind, id } of all)
        saved.push({
          ...(await readForEdit(editing, { db, lang: ctx.lang, tenant: ctx.tenant }, { kind, id })),
          merged: null,
        });
      return saved;
    });
  }
  throw new AppError('UNAVAILABLE', { cause: new Error('others saved definitions all the time') });
}

async function checkAll(editing: Editing, ctx: Context, news: NewDefinitions): Promise<CheckedDraft[]> {
  const present = await ctx.transaction((db) => readPresent(db, news.all), 'read');
  const names = news.all.map(nameOf);
  const taken = news.all.flatMap((one, at): Refused[] => {
    const isNew =
      names.indexOf(nameOf(one)) === at &&
      isFree(present.states.get(nameOf(one))!) &&
      editing.bundled.document(one.kind, one.id) === null;
    const params = { id: one.id };
    return isNew ? [] : [{ path: `/definitions/${at}/id`, key: 'errors.definitions.taken', params }];
  });
  if (taken.length > 0) throw new AppError('ALREADY_EXISTS', { errors: taken });
  const checked: CheckedDraft[] = [];
  const refused: Refused[] = [];
  for (const [at, definition] of news.all.entries()) {
    try {
      checked.push(await checkDraft(editing, ctx, definition, news, present));
    } catch (error) {
      if (!(error instanceof AppError) || error.options.errors === undefined) throw error;
      refused.push(...error.options.errors.map((one) => ({ ...one, path: `/definitions/${at}${one.path}` })));
    }
  }
  if (refused.length > 0) throw new AppError('DEFINITION_INVALID', { errors: refused });
  return checked;
}
