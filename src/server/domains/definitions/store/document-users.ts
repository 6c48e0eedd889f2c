import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { Definitions } from './definitions.ts';
import { expandedWith } from './expanded.ts';
import { inUse, type User } from '../fragment/fragment-users.ts';
import { usesFragments } from '../fragment/fragments.ts';
import { nodesOf } from '../prune/prune.ts';
import { embeds } from './references.ts';
import { publishedKeys, readPublishedWith, type DefinitionKey } from './stored-definitions.ts';

/**
 * Checks that no published document shows a form or loads a dataset whose publication ends, itself or through fragments.
 * @throws AppError IN_USE naming the documents
 */
export async function assertDocumentUnused(
  bundled: Definitions,
  ctx: Context,
  key: DefinitionKey & { kind: 'form' | 'dataset' },
): Promise<void> {
  const users = (await documentsUsing(bundled, ctx, key)).map(({ user }) => user);
  const text = key.kind === 'form' ? 'errors.definitions.formInUse' : 'errors.definitions.datasetInUse';
  if (users.length > 0) throw inUse(text, users, ctx.lang);
}

const names = (document: JsonObject, key: DefinitionKey): boolean =>
  [...nodesOf(document)].some(({ part }) => isObject(part) && embeds(part, key));

/** The published documents that show a form or load a dataset, each with the content of its fragments. */
export async function documentsUsing(
  bundled: Definitions,
  ctx: Pick<Context, 'db' | 'tenant'>,
  key: DefinitionKey,
): Promise<{ user: User; whole: JsonObject }[]> {
  const { id } = key;
  const published = await publishedKeys(ctx.db);
  const own = [
    ...(await readPublishedWith(ctx.db, `"${id}"`)),
    ...(await readPublishedWith(ctx.db, '"use":')),
  ];
  const originals = bundled.all
    .filter((one) => !published.has(`${one.kind}/${one.id}`) && usesFragments(one.document))
    .map((one) => ({ ...one, document: JSON.stringify(one.document) }));
  const users = new Map<JsonObject, User>();
  const seen = new Set<string>();
  for (const one of [...own, ...originals]) {
    const name = `${one.kind}/${one.id}`;
    if (seen.has(name)) continue;
    seen.add(name);
    users.set(JSON.parse(one.document) as JsonObject, {
      key: { kind: one.kind, id: one.id },
      text: one.document,
    });
  }
  const expanded = await expandedWith(bundled, ctx, [...users.keys()], [`"${id}"`]);
  return [...expanded].flatMap(([document, whole]) =>
    names(whole, key) ? [{ user: users.get(document)!, whole }] : [],
  );
}
