import { lazyComponent, shellPatience } from '../../ui/index.ts';

/** The menu of the person, which with its positioning weighs 40 KB, so it loads when somebody points at it. */
export const userMenuPopover = lazyComponent(() => import('./UserMenuPopover.tsx'), shellPatience);
