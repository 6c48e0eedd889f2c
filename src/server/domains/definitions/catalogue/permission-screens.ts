import { sql } from 'kysely';
import type { DefinitionKind } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { findText } from '../../../kernel/texts.ts';
import { titleIn, titlesOf, untitled } from '../inspection/inspect.ts';
import type { PermissionScreen, ReadPermissionScreens } from '../../access/index.ts';
import { knownScreens } from '../draft/draft-check.ts';
import { readMenu } from '../store/bundled.ts';
import { ownPermissions } from './own-permission.ts';

interface Documents {
  readonly all: readonly { kind: DefinitionKind; id: string; document: JsonObject }[];
}

/**
 * Returns the reader of the screens that permissions are granted on: those of the product and the tenant's own, each titled by
 * the definition with its id, and those on which a group holds a permission already, whose screen is not there: these have
 * titles in locales/ if they are the product's.
 */
export function permissionScreens(bundled: Documents): ReadPermissionScreens {
  const all = knownScreens(readMenu(), bundled);
  return (ctx, known = all) => readScreens(bundled, known, ctx);
}

async function readScreens(
  bundled: Documents,
  known: ReadonlySet<string>,
  { db, lang }: Parameters<ReadPermissionScreens>[0],
): Promise<PermissionScreen[]> {
  const granted = await db.selectFrom('access_group_screen').select('screen_key').distinct().execute();
  const titles = new Map(
    [...known, ...granted.map(({ screen_key }) => screen_key)].map((screen) => [
      screen,
      findText(lang, `permissions.screens.${screen}`) ?? screen,
    ]),
  );
  for (const { kind, id, document } of bundled.all) {
    if (kind === 'screen' && titles.has(id))
      titles.set(id, titleIn(titlesOf(document), lang, untitled(lang, id)));
  }
  const { rows } = await sql<{ id: string; titles: Partial<Record<Language, string>> | null }>`
    select d.id, v.titles
    from definition d
    join definition_version v on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id
      and v.version = coalesce(d.draft_version, nullif(d.published_version, 0))
    where d.kind in ('screen', 'dashboard')`.execute(db);
  const own = await ownPermissions(db);
  for (const { id, titles: named } of rows)
    if (own.has(id)) titles.set(id, titleIn(named ?? {}, lang, untitled(lang, id)));
  const collator = new Intl.Collator(lang);
  return [...titles]
    .map(([screen, title]) => ({ screen, title }))
    .sort((left, right) => collator.compare(left.title, right.title));
}
