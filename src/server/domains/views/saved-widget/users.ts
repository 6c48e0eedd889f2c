import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { isUsable, contentName, type WidgetUser } from '../../../../contracts/saved-widget.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { readCurrentWith, titleIn, titlesOf } from '../../definitions/index.ts';

/** Names that one message has room for. */
const named = 5;

const numberOf = (kind: string, id: string): number | null => {
  const found = kind === 'dashboard' ? /^dash-([1-9]\d*)$/.exec(id) : null;
  return found ? Number(found[1]) : null;
};

/** The documents that show a saved widget, themselves or through what they use, by title: as published, and as drafts. */
export async function usersOfWidget(
  { db, lang }: { db: TenantTransaction; lang: Language },
  id: string,
): Promise<WidgetUser[]> {
  const users = new Map<string, WidgetUser>();
  const queue = [contentName({ kind: 'widget', id })];
  const known = new Set(queue);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const { kind, id: user, document, isPublished } of await readCurrentWith(db, `"use":"${next}"`)) {
      const key = `${kind}/${user}`;
      const before = users.get(key);
      users.set(key, {
        kind,
        id: user,
        dashId: numberOf(kind, user),
        title: titleIn(titlesOf(JSON.parse(document) as JsonObject), lang),
        published: isPublished || before?.published === true,
      });
      const below = isUsable(kind) ? contentName({ kind, id: user }) : null;
      if (below === null || known.has(below)) continue;
      known.add(below);
      queue.push(below);
    }
  }
  users.delete(`widget/${id}`);
  const collator = new Intl.Collator(lang);
  return [...users.values()].sort((one, other) => collator.compare(one.title, other.title));
}

/** @throws AppError IN_USE naming what shows the widget */
export async function assertWidgetUnused(
  ctx: { db: TenantTransaction; lang: Language },
  id: string,
): Promise<void> {
  const titles = (await usersOfWidget(ctx, id)).map(({ title }) => title);
  if (titles.length === 0) return;
  const listed = titles.slice(0, named).join(', ');
  throw new AppError('IN_USE', {
    message: 'errors.definitions.widgetInUse',
    params: { names: titles.length > named ? `${listed}…` : listed },
  });
}
