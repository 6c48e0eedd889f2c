import type { VerbFlags } from './access.ts';

/** An entry of the menu; `key` is the route path without its leading slash. */
export interface MenuItem {
  key: string;
  title: string;
  icon?: string;
  userPermissions: VerbFlags;
  specialPermissions: SpecialPermission[];
}

export interface MenuGroup {
  id: number;
  title: string;
  icon: string;
  show: boolean;
  submenu: MenuItem[];
}

export interface SpecialPermission {
  permission: string;
  flgAllow: boolean;
}

/** Entries that the menu lists, and permissions that no entry has. */
export interface MenuEntries {
  overview: MenuGroup[];
  settings: MenuGroup[];
  specialPermissions: SpecialPermission[];
}

/** GET /adm/v2/home/menu2 */
export interface Menu extends MenuEntries {
  /**
   * Paths of the work surfaces that the person may open, such as `/admin-definition/:kind/:id`: the shell makes room for
   * one before its definition is there.
   */
  workPaths: string[];
  /** Digest of the person's permissions, which a connection for events compares with those that it opens with. */
  rights: string;
}

/** The groups of a menu, in its order. */
export const menuGroups = <Group>(menu: {
  overview: readonly Group[];
  settings: readonly Group[];
}): Group[] => [...menu.overview, ...menu.settings];
