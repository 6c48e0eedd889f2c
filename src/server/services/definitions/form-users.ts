import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Context } from '../../kernel/contract.ts';
import type { Definitions } from './definitions.ts';
import { expandedWith } from './expanded.ts';
import { inUse, type User } from './fragment-users.ts';
import { usesFragments } from './fragments.ts';
import { nodesOf } from './prune.ts';
import { publishedKeys, readPublishedWith } from './stored.ts';

/**
 * Checks that no published document shows a form whose publication ends, itself or through fragments.
 * @throws AppError IN_USE naming the documents
 */
export async function assertFormUnused(bundled: Definitions, ctx: Context, id: string): Promise<void> {
  const users = await usersOf(bundled, ctx, id);
  if (users.length > 0) throw inUse('errors.definitions.formInUse', users, ctx.lang);
}

const opens = (document: JsonObject, form: string): boolean =>
  [...nodesOf(document)].some(
    ({ part }) => isObject(part) && part.type === 'form' && isObject(part.props) && part.props.form === form,
  );

async function usersOf(bundled: Definitions, ctx: Context, id: string): Promise<User[]> {
  const published = await publishedKeys(ctx.db);
  const own = [
    ...(await readPublishedWith(ctx.db, `"${id}"`)),
    ...(await readPublishedWith(ctx.db, '"use":')),
  ];
  const originals = bundled.all
    .filter((one) => !published.has(`${one.kind}/${one.id}`) && usesFragments(one.document))
    .map((one) => ({ ...one, document: JSON.stringify(one.document) }));
  const users = new Map<JsonObject, User>();
  const names = new Set<string>();
  for (const one of [...own, ...originals]) {
    const name = `${one.kind}/${one.id}`;
    if (names.has(name)) continue;
    names.add(name);
    users.set(JSON.parse(one.document) as JsonObject, {
      key: { kind: one.kind, id: one.id },
      text: one.document,
    });
  }
  const expanded = await expandedWith(bundled, ctx, [...users.keys()], [`"${id}"`]);
  return [...expanded].flatMap(([document, whole]) => (opens(whole, id) ? [users.get(document)!] : []));
}
