import { useOverflowMenu } from '@fluentui/react-components';
import { LazyPart, lazyPart } from './LazyPart.tsx';
import type { OverflowMoreProps } from './overflow-entries.ts';

// Menus weigh more than the rows that may need one.
const menu = lazyPart<OverflowMoreProps>(() => import('./OverflowMenu.tsx'));

/** Stands in a Fluent Overflow: the button and menu of what has no room, nothing while all have it. */
export function OverflowMore(props: OverflowMoreProps) {
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  return (
    <div ref={ref}>{isOverflowing && <LazyPart part={menu}>{(Part) => <Part {...props} />}</LazyPart>}</div>
  );
}
