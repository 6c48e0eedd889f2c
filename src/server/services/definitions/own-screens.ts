import { sql } from 'kysely';
import { allows, type Access, type Grants, type Verb } from '../../../contracts/access.ts';
import { defaultLanguage, type Language } from '../../../contracts/language.ts';
import type { MenuGroup } from '../../../contracts/menu.ts';
import type { TenantTransaction } from '../../kernel/database.ts';

/** Entries of a tenant's own screens in the menu. Further screens are reached by links. */
const MAX_ENTRIES = 100;

/**
 * Returns the menu's group of screens that the tenant wrote and published: those that the caller may open and whose path
 * has no parameter. Null when there is none.
 * @param bundled ids of the bundled screens, which have menu entries already.
 */
export async function ownScreensOf(
  db: TenantTransaction,
  caller: { grants: Grants },
  lang: Language,
  bundled: ReadonlySet<string>,
): Promise<MenuGroup | null> {
  const rows = await db
    .selectFrom('definition as d')
    .innerJoin('definition_version as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'd.tenant_id')
        .onRef('v.kind', '=', 'd.kind')
        .onRef('v.id', '=', 'd.id')
        .onRef('v.version', '=', 'd.published_version'),
    )
    .where('d.kind', 'in', ['screen', 'dashboard'])
    .where('v.path', 'is not', null)
    .where('v.path', 'not like', '%:%')
    .select(['d.id', 'v.path', 'v.titles', sql<Access | null>`v.document::json -> 'access'`.as('access')])
    .orderBy('v.path')
    .execute();
  const submenu = rows
    .filter(({ id }) => !bundled.has(id))
    .map(({ id, path, titles, access }) => {
      const screen = access !== null && 'screen' in access ? access.screen : undefined;
      const may = (verb: Verb) => allows(caller.grants, { verb }, screen);
      return {
        key: path!.replace(/^\//, ''),
        // A title that begins with $ is a text key.
        title: titles[lang] ?? titles[defaultLanguage] ?? id,
        icon: 'list',
        userPermissions: {
          read: access !== null && allows(caller.grants, access, screen),
          create: may('create'),
          update: may('update'),
          delete: may('delete'),
        },
        specialPermissions: [],
      };
    })
    .filter(({ userPermissions }) => userPermissions.read)
    .slice(0, MAX_ENTRIES);
  return submenu.length === 0
    ? null
    : { id: 900, title: '$menu.ownScreens', icon: 'list', show: true, submenu };
}
