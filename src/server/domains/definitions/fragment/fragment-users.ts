import type { Diagnostic } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { isUsable, usedKey, contentName, type UsedDefinition } from '../../../../contracts/saved-widget.ts';
import type { Language } from '../../../../contracts/language.ts';
import { usedFragments } from '../../../../engine/core/index.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { refusedCalls, type RefusedCall } from '../catalogue/call-rights.ts';
import type { ServerCatalogue } from '../catalogue/data-catalogue.ts';
import type { Definitions } from '../store/definitions.ts';
import { readFragments } from './fragments.ts';
import { titleIn, titlesOf } from '../inspection/inspect.ts';
import { publishedKeys, readPublishedWith, type DefinitionKey } from '../store/stored-definitions.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

export interface User {
  key: DefinitionKey;
  text: string;
}

/** Names that one message has room for. */
const NAMED = 5;

/**
 * Checks that no published document uses a fragment or a saved widget whose publication ends.
 * @throws AppError IN_USE naming the documents
 */
export async function assertFragmentUnused(
  bundled: Definitions,
  ctx: Context,
  key: UsedDefinition,
): Promise<void> {
  const users = await usersOf(bundled, ctx.db, contentName(key));
  const message =
    key.kind === 'widget' ? 'errors.definitions.widgetInUse' : 'errors.definitions.fragmentInUse';
  if (users.length > 0) throw inUse(message, users, ctx.lang);
}

/** The refusal to end something that documents use, with their names. */
export function inUse(message: string, users: readonly User[], lang: Language): AppError {
  const names = users.map(({ key, text }) => {
    const title = titleIn(titlesOf(JSON.parse(text) as JsonObject), lang);
    return `${title} (${key.kind}/${key.id})`;
  });
  const listed = names.slice(0, NAMED).join(', ');
  return new AppError('IN_USE', { message, params: { names: names.length > NAMED ? `${listed}…` : listed } });
}

/** Returns the published and bundled documents that use a fragment or a saved widget, directly and through others. */
export async function usersOf(bundled: Definitions, db: TenantTransaction, use: string): Promise<User[]> {
  const users = new Map<string, User>();
  const queue = [use];
  const known = new Set(queue);
  const published = await publishedKeys(db);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const own = await readPublishedWith(db, `"use":"${next}"`);
    const originals = bundled.all
      .filter((one) => !published.has(`${one.kind}/${one.id}`) && usedFragments(one.document).has(next))
      .map((one) => ({ kind: one.kind, id: one.id, document: JSON.stringify(one.document) }));
    for (const { kind, id: user, document } of [...own, ...originals]) {
      users.set(`${kind}/${user}`, { key: { kind, id: user }, text: document });
      const below = isUsable(kind) ? contentName({ kind, id: user }) : null;
      if (below === null || known.has(below)) continue;
      known.add(below);
      queue.push(below);
    }
  }
  users.delete(usedKey(use));
  return [...users.values()];
}

const nameOf = (one: Diagnostic): string =>
  JSON.stringify([one.pointer, one.code, one.values, one.fragment ?? null]);

/** Consequences of a fragment's new version for the documents that use it. */
export interface Consequences {
  /** Names each document that would break, with its first error. */
  diagnostics: Diagnostic[];
  /** Calls that the new version adds to a document and that the publisher may not make. */
  refused: RefusedCall[];
}

/**
 * Validates every document that uses a fragment or a saved widget with another version of it. Errors that a document has anyway do not count.
 * @param text null when no version is left.
 */
export async function consequencesOf(
  bundled: Definitions,
  data: ServerCatalogue,
  ctx: Context,
  use: string,
  text: string | null,
): Promise<Consequences> {
  const diagnostics: Diagnostic[] = [];
  const refused: RefusedCall[] = [];
  for (const user of await usersOf(bundled, ctx.db, use)) {
    const document: unknown = JSON.parse(user.text);
    const inspectWith = async (replaced?: { id: string; text: string | null }) => {
      const { texts } = await readFragments(bundled, ctx.db, [document], { replaced });
      return definitionWorker.inspect(ctx.tenant.id, user.text, data.text(), texts);
    };
    const after = await inspectWith({ id: use, text });
    const errors = after.diagnostics.filter((one) => one.severity === 'error');
    const denied = refusedCalls(after.calls, data.all().routes, ctx.caller.grants);
    if (errors.length === 0 && denied.length === 0) continue;
    const before = await inspectWith();
    const known = new Set(before.diagnostics.map(nameOf));
    const first = errors.find((one) => !known.has(nameOf(one)));
    if (first) diagnostics.push(brokenUser(user.key, first, use, ctx));
    const called = new Set(before.calls.map(({ method, address }) => `${method} ${address}`));
    refused.push(...denied.filter(({ method, address }) => !called.has(`${method} ${address}`)));
  }
  return { diagnostics, refused };
}

function brokenUser(
  { kind, id: user }: DefinitionKey,
  first: Diagnostic,
  use: string,
  { lang }: Context,
): Diagnostic {
  const [error] = diagnosticErrors([first], lang);
  const pointer = first.fragment?.id === use ? first.fragment.pointer : '';
  const why = `${first.pointer || '/'} ${error?.message ?? first.code}`;
  return { pointer, code: 'fragment-users', values: { document: `${kind}/${user}`, why }, severity: 'error' };
}
