import { allows, type Grants, type Verb, type VerbFlags } from '../../../../contracts/access.ts';
import type { MenuEntries, MenuGroup, SpecialPermission } from '../../../../contracts/menu.ts';
import type { Language } from '../../../../contracts/language.ts';
import { resolveText } from '../../../kernel/texts.ts';
import type { BundledMenu, BundledMenuGroup } from '../../definitions/index.ts';

/** Id of the group that the menu does not show. */
const HIDDEN_GROUP = 899;

/**
 * Returns the menu of a person: the entries that the grants let them read, and the groups with such entries
 * (specification 1, section 6). The browser's guard asks the menu, so that it also has the screens without an entry, in a
 * group that is not shown.
 * @param menu screens/menu.json. Titles of entries are texts of screens, which browsers do not load, so they are translated
 * here; those of groups are translated by the browser.
 * @param known keys of the screens that there are.
 */
export function menuOf(
  menu: BundledMenu,
  grants: Grants,
  lang: Language,
  known: Iterable<string> = [],
): MenuEntries {
  const specialPermissions: SpecialPermission[] = [...grants.specials]
    .sort()
    .map((permission) => ({ permission, flgAllow: true }));
  const visible = (groups: BundledMenuGroup[]) =>
    groups
      .map((group) => visibleGroup(group, grants, specialPermissions, lang))
      .filter((group) => group.submenu.length > 0);
  const entries = [...menu.overview, ...menu.settings].flatMap(({ submenu }) => submenu);
  const listed = new Set(entries.map(({ key }) => screenOf(key)));
  const hidden = [...new Set([...known, ...grants.screens.keys()])]
    .filter((screen) => !listed.has(screen))
    .sort()
    .map((key) => ({ key, title: '', userPermissions: flagsOf(grants, key), specialPermissions }))
    .filter(({ userPermissions }) => userPermissions.read);
  const others: MenuGroup = { id: HIDDEN_GROUP, title: '', icon: 'apps', show: false, submenu: hidden };
  return {
    overview: [...visible(menu.overview), ...(hidden.length > 0 ? [others] : [])],
    settings: visible(menu.settings),
    specialPermissions,
  };
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

/** Key of an entry's screen: the first segment of its path. */
const screenOf = (key: string): string | undefined => key.split('/').find((segment) => segment !== '');

/** Returns the four flags of an entry's screen, whose key is the first segment of the entry's path. */
function flagsOf(grants: Grants, key: string): VerbFlags {
  const screen = screenOf(key);
  const may = (verb: Verb) => allows(grants, { verb }, screen);
  return { read: may('read'), create: may('create'), update: may('update'), delete: may('delete') };
}
