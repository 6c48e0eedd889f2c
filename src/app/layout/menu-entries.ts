import type { Menu, MenuGroup, MenuItem } from '../../contracts/menu.ts';
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

export interface ShownMenu {
  overview: EntryGroup[];
  settings: EntryGroup[];
}

/** What a person reads for a menu title: `$key` translated, an empty one named (specification 1, section 1). */
export type TitleOf = (title: string | null | undefined) => string;

/** Letters without case and accents, so that "usuarios" finds "Usuários". */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

function shownGroup(group: MenuGroup, titleOf: TitleOf, wanted: string): EntryGroup | null {
  if (!group.show) return null;
  const entry = (item: MenuItem): MenuEntry => ({
    path: menuPath(item.key),
    title: titleOf(item.title),
    icon: item.icon ?? group.icon,
  });
  const entries = group.submenu
    .filter((item) => item.userPermissions.read)
    .map(entry)
    .filter((one) => wanted === '' || plain(one.title).includes(wanted));
  return entries.length === 0
    ? null
    : { id: group.id, title: titleOf(group.title), icon: group.icon, entries };
}

/** The menu as it is drawn: readable entries with translated titles, those that match `search` only. */
export function shownMenu(menu: Menu, titleOf: TitleOf, search = ''): ShownMenu {
  const wanted = plain(search);
  const groups = (list: MenuGroup[]) =>
    list.map((group) => shownGroup(group, titleOf, wanted)).filter((group) => group !== null);
  return { overview: groups(menu.overview), settings: groups(menu.settings) };
}

/** Is the page at `path` the entry's own or one below it? */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  return path === entry.path || path.startsWith(`${entry.path}/`);
}
