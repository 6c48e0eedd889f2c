import { allows, type Grants, type Verb, type VerbFlags } from '../../contracts/access.ts';
import type { MenuEntries, MenuGroup, SpecialPermission } from '../../contracts/menu.ts';
import type { Language } from '../../contracts/language.ts';
import { resolveText } from '../kernel/texts.ts';
import type { BundledMenu, BundledMenuGroup } from './definitions/bundled.ts';

/**
 * Returns the menu of a person: the entries that the grants let them read, and the groups with such entries
 * (specification 1, section 6).
 * @param menu screens/menu.json. Titles of entries are texts of screens, which browsers do not load, so they are translated
 * here; those of groups are translated by the browser.
 */
export function menuOf(menu: BundledMenu, grants: Grants, lang: Language): MenuEntries {
  const specialPermissions: SpecialPermission[] = [...grants.specials]
    .sort()
    .map((permission) => ({ permission, flgAllow: true }));
  const visible = (groups: BundledMenuGroup[]) =>
    groups
      .map((group) => visibleGroup(group, grants, specialPermissions, lang))
      .filter((group) => group.submenu.length > 0);
  return { overview: visible(menu.overview), settings: visible(menu.settings), specialPermissions };
}

function visibleGroup(
  group: BundledMenuGroup,
  grants: Grants,
  specialPermissions: SpecialPermission[],
  lang: Language,
): MenuGroup {
  const submenu = group.submenu
    .map((item) => ({
      ...item,
      title: resolveText(lang, item.title),
      userPermissions: flagsOf(grants, item.key),
      specialPermissions,
    }))
    .filter((item) => item.userPermissions.read);
  return { id: group.id, title: group.title, icon: group.icon, show: group.show ?? true, submenu };
}

/** Returns the four flags of an entry's screen, whose key is the first segment of the entry's path. */
function flagsOf(grants: Grants, key: string): VerbFlags {
  const screen = key.split('/').find((segment) => segment !== '');
  const may = (verb: Verb) => allows(grants, { verb }, screen);
  return { read: may('read'), create: may('create'), update: may('update'), delete: may('delete') };
}
