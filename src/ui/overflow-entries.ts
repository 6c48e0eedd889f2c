import type { MouseEvent } from 'react';

/** Something in a row that may have no room there. */
export interface OverflowEntry {
  /** That of its OverflowItem. */
  id: string;
  text: string;
  icon?: string | undefined;
  /** A count beside the text; nothing at 0. */
  count?: number | undefined;
  /** It is the one that is open. */
  current?: boolean;
  /** Where it leads; without it, choosing it is told. */
  link?: { href: string; onClick(event: MouseEvent): void } | null | undefined;
}

export interface OverflowButtonProps {
  entries: readonly OverflowEntry[];
  /** Names the button, by how many there are behind it. */
  label: (count: number) => string;
  onSelect?: ((id: string) => void) | undefined;
}
