import { sql } from 'kysely';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import { allows, type Access, type Grants, type Verb } from '../../../../contracts/access.ts';
import { defaultLanguage, type Language } from '../../../../contracts/language.ts';
import type { MenuEntries, MenuGroup, MenuItem } from '../../../../contracts/menu.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { BundledMenu } from '../store/bundled.ts';
import { selectPublished } from '../store/stored-definitions.ts';

/** Entries of a tenant's own screens in the menu. Further screens are reached by links. */
const MAX_ENTRIES = 100;

/** Ids of the groups that own screens make; those of the product are small. */
const FIRST_GROUP_ID = 900;

/** An own screen of the menu and the group that it names; null for the group of all others. */
interface OwnEntry {
  group: string | null;
  item: MenuItem;
}

/**
 * Adds the screens that the tenant wrote and published to the menu: those that the caller may open and whose path has no
 * parameter. Each stands in the group that its `menu` names, which may be one of the product's, else under own screens.
 * @param product screens/menu.json: a group of the product that has no other entry takes its place for an own screen.
 * @param bundled ids of the bundled screens, which have menu entries already.
 */
export async function withOwnScreens(
  menu: MenuEntries,
  product: BundledMenu,
  db: TenantTransaction,
  caller: { grants: Grants },
  lang: Language,
  bundled: ReadonlySet<string>,
): Promise<MenuEntries> {
  const entries = await ownEntries(db, caller, lang, bundled);
  if (entries.length === 0) return menu;
  const added = structuredClone(menu);
  const own = new Map<string, MenuGroup>();
  for (const { group, item } of entries) {
    const title = group ?? '$menu.ownScreens';
    const known = productGroup(added, product, title) ?? own.get(title);
    if (known) known.submenu.push(item);
    else
      own.set(title, {
        id: FIRST_GROUP_ID + own.size,
        title,
        icon: item.icon ?? 'apps',
        show: true,
        submenu: [item],
      });
  }
  const collator = new Intl.Collator(lang);
  const ordered = [...own.values()].sort((left, right) => collator.compare(left.title, right.title));
  return { ...added, overview: [...added.overview, ...ordered] };
}

/** Returns the sent group of a title. A group of the product that was not sent, being empty, is added where it belongs. */
function productGroup(menu: MenuEntries, product: BundledMenu, title: string): MenuGroup | undefined {
  for (const part of ['overview', 'settings'] as const) {
    const sent = menu[part];
    const found = sent.find((group) => group.title === title);
    if (found) return found;
    const at = product[part].findIndex((group) => group.title === title);
    const { id, icon, show = true } = product[part][at] ?? {};
    if (id === undefined || icon === undefined) continue;
    const later = new Set(product[part].slice(at + 1).map((group) => group.id));
    const next = sent.findIndex((group) => later.has(group.id) || !group.show);
    const added: MenuGroup = { id, title, icon, show, submenu: [] };
    sent.splice(next === -1 ? sent.length : next, 0, added);
    return added;
  }
  return undefined;
}

async function ownEntries(
  db: TenantTransaction,
  caller: { grants: Grants },
  lang: Language,
  bundled: ReadonlySet<string>,
): Promise<OwnEntry[]> {
  const rows = await selectPublished(db)
    .where('d.kind', 'in', ['screen', 'dashboard'])
    .where('v.path', 'is not', null)
    .where('v.path', 'not like', '%:%')
    .select([
      'd.id',
      'v.path',
      'v.titles',
      sql<Access | null>`v.document::json -> 'access'`.as('access'),
      sql<JsonObject | null>`v.document::json -> 'menu'`.as('menu'),
      sql<JsonObject | null>`v.document::json -> 'strings' -> ${lang}::text`.as('strings'),
    ])
    .orderBy('v.path')
    .execute();
  return rows
    .filter(({ id }) => !bundled.has(id))
    .map(({ id, path, titles, access, menu, strings }): OwnEntry => {
      const screen = access !== null && 'screen' in access ? access.screen : undefined;
      const may = (verb: Verb) => allows(caller.grants, { verb }, screen);
      const ownText = (key: unknown): string | null => {
        if (typeof key !== 'string') return null;
        const found = key.startsWith('$') && isObject(strings) ? strings[key.slice(1)] : undefined;
        return typeof found === 'string' ? found : key;
      };
      return {
        group: isObject(menu) ? ownText(menu.group) : null,
        item: {
          key: path!.replace(/^\//, ''),
          // A title that begins with $ is a text key.
          title:
            (isObject(menu) ? ownText(menu.title) : null) ?? titles[lang] ?? titles[defaultLanguage] ?? id,
          ...(isObject(menu) && typeof menu.icon === 'string' ? { icon: menu.icon } : {}),
          userPermissions: {
            read: access !== null && allows(caller.grants, access, screen),
            create: may('create'),
            update: may('update'),
            delete: may('delete'),
          },
          specialPermissions: [],
        },
      };
    })
    .filter(({ item }) => item.userPermissions.read)
    .slice(0, MAX_ENTRIES);
}
