import type { DocumentRow } from '../../../../contracts/definitions.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { languages, type Language } from '../../../../contracts/language.ts';
import { viewKey, type MissingTexts, type PublicationCheck } from '../../../../contracts/view.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, failureOf, notFound } from '../../../kernel/errors.ts';
import { innerContext } from '../../../kernel/inner-context.ts';
import {
  assertPublishable,
  readScreenGroups,
  type BundledMenu,
  type DefinitionKey,
  type Editing,
} from '../../definitions/index.ts';
import { assertFew } from './publish.ts';
import { readViews } from './rows.ts';
import { widgetWarnings } from './widget-warnings.ts';

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value.trim() !== '';

/** The document's own texts that a language lacks, by language. Texts that nothing in it uses any more are no gap. */
export function missingTexts({ strings, ...document }: JsonObject): MissingTexts[] {
  const written = JSON.stringify(document);
  const own = isObject(strings) ? strings : {};
  const textsOf = (language: Language): JsonObject => {
    const found = own[language];
    return isObject(found) ? found : {};
  };
  /** A text in the first language that has it: people know it by its words. */
  const wordsOf = (key: string): string => {
    const found = languages.map((language) => textsOf(language)[key]).find(isText);
    return typeof found === 'string' ? found : key;
  };
  const keys = [...new Set(languages.flatMap((language) => Object.keys(textsOf(language))))]
    .filter((key) => written.includes(`$${key}`))
    .sort();
  return languages.flatMap((language) => {
    const texts = textsOf(language);
    const missing = keys.filter((key) => !isText(Object.hasOwn(texts, key) ? texts[key] : undefined));
    return missing.length > 0 ? [{ language, keys: missing, texts: missing.map(wordsOf) }] : [];
  });
}

/** The failure in a sentence, with the first thing that is wrong and what to do about it. */
function reasonOf(error: AppError, lang: Language): string {
  const { message, errors = [] } = failureOf(error, lang);
  const [first] = errors;
  return first === undefined ? message : [message, first.message, first.remedy].filter(Boolean).join(' ');
}

/**
 * The reason why the draft of a document could not be published now, in the person's language; null when it could, and without a draft.
 * @param assertContent throws what the kind of document refuses beside
 */
export async function refusalOf(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  { state }: Pick<DocumentRow, 'state'>,
  assertContent: () => void = () => {},
): Promise<string | null> {
  if (state === 'published') return null;
  try {
    assertContent();
    await assertPublishable(editing, ctx, key);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return reasonOf(error, ctx.lang);
    throw error;
  }
}

/**
 * Facts for a person before publishing views: who opens them, which texts are missing in which language, and what
 * would refuse the publication. Each view is checked in a transaction of its own, so that others are answered in between.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED with more views than are published together
 */
export async function checkPublication(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  ids: readonly number[],
): Promise<PublicationCheck[]> {
  assertFew(ids);
  const checks: PublicationCheck[] = [];
  for (const dashId of ids)
    checks.push(
      await ctx.transaction((db) => checkOne(editing, innerContext(ctx, db), menu, dashId), 'read'),
    );
  return checks;
}

async function checkOne(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  dashId: number,
): Promise<PublicationCheck> {
  const [view] = await readViews(ctx, menu, [dashId]);
  if (view === undefined) throw notFound();
  const key = { kind: 'dashboard', id: viewKey(dashId) } as const;
  const groups = await readScreenGroups(editing, ctx, key);
  return {
    dashId,
    title: view.title,
    version: view.version,
    state: view.state,
    readers: (groups ?? []).map(({ name }) => name),
    missing: missingTexts(view.document),
    warnings: await widgetWarnings(editing, ctx, view.document),
    refused: await refusalOf(editing, ctx, key, view),
  };
}
