import { lazyComponent, shellPatience } from '../../ui/index.ts';
import { userMenuPopover } from './user-menu-popover.ts';

export const mobileMenu = lazyComponent(() => import('./MobileMenu.tsx'), shellPatience);

/** The menus from which a person signs out, which must be possible without a connection too. */
export const signOutMenus = [userMenuPopover, mobileMenu];
