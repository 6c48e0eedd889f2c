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

function visibleGroup(group: MenuGroup, titleOf: TitleOf, search: string): EntryGroup | null {
  if (!group.show) return null;
  const toEntry = (item: MenuItem): MenuEntry => ({
    path: menuPath(item.key),
    title: titleOf(item.title),
    icon: item.icon ?? group.icon,
  });
  const entries = group.submenu
    .filter((item) => item.userPermissions.read)
    .map(toEntry)
    .filter((entry) => search === '' || searchable(entry.title).includes(search));
  return entries.length === 0
    ? null
    : { id: group.id, title: titleOf(group.title), icon: group.icon, entries };
}

/** Returns the entries that the person may read and whose titles match `search`, in groups. */
export function visibleMenu(menu: Menu, titleOf: TitleOf, search = ''): VisibleMenu {
  const groups = (list: MenuGroup[]) =>
    list.map((group) => visibleGroup(group, titleOf, searchable(search))).filter((group) => group !== null);
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

/** Whether the page at `path` is the entry's own or below it. */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  return path === entry.path || path.startsWith(`${entry.path}/`);
}
