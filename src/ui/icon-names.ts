import { icons } from './icons.ts';
import { lazyIcons } from './lazy-icons.ts';

/** Every icon that a definition can name, in alphabetical order. */
export const iconNames: readonly string[] = [...Object.keys(icons), ...Object.keys(lazyIcons)].toSorted();
