import type { MouseEvent } from 'react';

/** An item of a row, which may have no room there. */
export interface OverflowEntry {
  /** The id of its OverflowItem. */
  id: string;
  text: string;
  icon?: string | undefined;
  /** A count beside the text; nothing at 0. */
  count?: number | undefined;
  /** It is the open one. */
  current?: boolean;
  /** The link that it is; without one, `onSelect` is called. */
  link?: { href: string; onClick(event: MouseEvent): void } | null | undefined;
}

export interface OverflowButtonProps {
  entries: readonly OverflowEntry[];
  /** The button's name for a number of hidden items. */
  label: (count: number) => string;
  onSelect?: ((id: string) => void) | undefined;
}
