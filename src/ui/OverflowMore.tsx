import { useOverflowMenu } from '@fluentui/react-components';
import type { MouseEvent } from 'react';
import { LazyPart, lazyPart } from './LazyPart.tsx';

/** Something in a row that may have no room there. */
export interface MoreEntry {
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

export interface OverflowMoreProps {
  entries: readonly MoreEntry[];
  /** Names the button, by how many there are behind it. */
  label: (count: number) => string;
  onSelect?: ((id: string) => void) | undefined;
}

// Menus weigh more than the rows that may need one.
const menu = lazyPart<OverflowMoreProps>(() => import('./OverflowMenu.tsx'));

/** Stands in a Fluent Overflow: the button and menu of what has no room, nothing while all have it. */
export function OverflowMore(props: OverflowMoreProps) {
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  return (
    <div ref={ref}>{isOverflowing && <LazyPart part={menu}>{(Part) => <Part {...props} />}</LazyPart>}</div>
  );
}
