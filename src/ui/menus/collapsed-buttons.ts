import { visuallyHidden } from '../visually-hidden.ts';

/**
 * Styles of an area whose buttons have little room: those that have an icon and are not primary keep only it, and their
 * accessible name.
 */
export const collapsedButtons = {
  '& [data-collapsible]': { minWidth: '32px', paddingInline: '5px' },
  '@media (pointer: coarse)': { '& [data-collapsible]': { minWidth: '44px' } },
  '& [data-collapsible] [data-label]': visuallyHidden,
  '& [data-collapsible] .fui-Button__icon': { marginRight: 0 },
} as const;
