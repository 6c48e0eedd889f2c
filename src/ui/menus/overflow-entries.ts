import type { MouseEvent } from 'react';

/** An item of a row, which may not fit there. */
export interface OverflowEntry {
  /** The id of the item's OverflowItem. */
  id: string;
  text: string;
  icon?: string | undefined;
  /** A count beside the text; hidden at 0. */
  count?: number | undefined;
  /** Whether it is the open item. */
  current?: boolean;
  /** The item's link; without one, `onSelect` is called. */
  link?: { href: string; onClick(event: MouseEvent): void } | null | undefined;
}

export interface OverflowButtonProps {
  entries: readonly OverflowEntry[];
  /** The button's name for a number of hidden items. */
  label: (count: number) => string;
  onSelect?: ((id: string) => void) | undefined;
}
