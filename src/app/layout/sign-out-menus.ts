import { lazyComponent, shellPatience } from '../../ui/index.ts';

/** The menu of the person, which with its positioning weighs 40 KB, so it loads when somebody points at it. */
export const userMenuPopover = lazyComponent(() => import('./UserMenuPopover.tsx'), shellPatience);
export const mobileMenu = lazyComponent(() => import('./MobileMenu.tsx'), shellPatience);

/** The menus from which a person signs out, which must be possible without a connection too. */
export const signOutMenus = [userMenuPopover, mobileMenu];
