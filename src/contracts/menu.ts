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

/** GET /adm/v2/home/menu2 */
export interface Menu {
  overview: MenuGroup[];
  settings: MenuGroup[];
  specialPermissions: SpecialPermission[];
}
