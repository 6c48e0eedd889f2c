import { useLocation } from 'react-router-dom';
import type { Menu, MenuGroup, MenuItem } from '../../contracts/menu.ts';
import { useAccount, useI18n } from '../app-context.ts';
import type { I18n } from '../i18n/i18n.ts';
import { menuPath } from '../paths.ts';

export interface MenuEntry {
  path: string;
  title: string;
  icon: string;
}

export interface EntryGroup {
  id: number;
  title: string;
  icon: string;
  entries: MenuEntry[];
}

export interface VisibleMenu {
  overview: EntryGroup[];
  settings: EntryGroup[];
}

/** Returns the text of a menu title: `$key` is translated, an empty title gets a name (specification 1, section 1). */
export type TitleOf = (title: string | null | undefined) => string;

/** Removes case and accents, so that "usuarios" finds "Usuários". */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** Icons of entries that name none, and of groups whose icon another group has. */
const spareIcons = ['document', 'folder', 'apps', 'cube', 'layer', 'box', 'grid', 'tag', 'star', 'ribbon'];

/** Returns a function that gives each caller an icon that no other has, as long as there are some. */
function ownIcons(named: readonly string[]): (wanted: string | undefined) => string {
  const taken = new Set<string>();
  const spare = spareIcons.filter((icon) => !named.includes(icon));
  let next = 0;
  return (wanted) => {
    if (wanted !== undefined && !taken.has(wanted)) {
      taken.add(wanted);
      return wanted;
    }
    next += 1;
    return spare[(next - 1) % spare.length]!;
  };
}

/**
 * Returns the entries that the person may read, in groups: those whose own or group's title matches `search`. The
 * icon that an entry's definition names stays; the icons of collapsed groups differ from each other.
 */
export function visibleMenu(menu: Menu, titleOf: TitleOf, search = ''): VisibleMenu {
  const all = [...menu.overview, ...menu.settings];
  const named = all.flatMap((group) => group.submenu.flatMap(({ icon }) => (icon ? [icon] : [])));
  const entryIcon = ownIcons(named);
  const groupIcon = ownIcons(all.map(({ icon }) => icon));
  const wanted = searchable(search);
  const isFound = (title: string) => searchable(title).includes(wanted);
  const toEntry = (item: MenuItem): MenuEntry => ({
    path: menuPath(item.key),
    title: titleOf(item.title),
    icon: item.icon ?? entryIcon(undefined),
  });
  const toGroup = (group: MenuGroup): EntryGroup => ({
    id: group.id,
    title: titleOf(group.title),
    icon: groupIcon(group.icon),
    entries: group.submenu.filter((item) => item.userPermissions.read).map(toEntry),
  });
  const groups = (list: MenuGroup[]) =>
    list
      .filter(({ show }) => show)
      .map(toGroup)
      .map((group) => ({
        ...group,
        entries: isFound(group.title) ? group.entries : group.entries.filter((entry) => isFound(entry.title)),
      }))
      .filter(({ entries }) => entries.length > 0);
  return { overview: groups(menu.overview), settings: groups(menu.settings) };
}

/** Titles in the current language. */
export const titlesOf =
  ({ t, find }: Pick<I18n, 't' | 'find'>): TitleOf =>
  (title) => {
    if (!title) return t('shell.untitled');
    return title.startsWith('$') ? (find(title.slice(1)) ?? title.slice(1)) : title;
  };

/** Returns the person's visible menu in the current language. */
export function useVisibleMenu(search: string): VisibleMenu {
  const { menu } = useAccount();
  const i18n = useI18n();
  return menu ? visibleMenu(menu, titlesOf(i18n), search) : { overview: [], settings: [] };
}

/** Path of the entry that the page at `path` belongs to: its own, else the closest one above it. */
export function currentPath({ overview, settings }: Menu, path: string): string | undefined {
  return [...overview, ...settings]
    .flatMap(({ show, submenu }) => (show ? submenu.filter((item) => item.userPermissions.read) : []))
    .map((item) => menuPath(item.key))
    .filter((one) => path === one || path.startsWith(`${one}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** Path of the entry that the current page belongs to. */
export function useCurrentPath(): string | undefined {
  const { menu } = useAccount();
  const { pathname } = useLocation();
  return menu ? currentPath(menu, pathname) : undefined;
}
