import { makeStyles, useOverflowMenu } from '@fluentui/react-components';
import { DATA_OVERFLOW_ITEM, useOverflowContext } from '@fluentui/react-overflow';
import { useEffect } from 'react';
import { LazyComponent } from '../states/LazyComponent.tsx';
import { lazyComponent } from '../states/lazy-source.ts';
import type { OverflowButtonProps } from './overflow-entries.ts';

// The code of menus weighs more than the rows that may need one.
const menu = lazyComponent<OverflowButtonProps>(() => import('./OverflowMenu.tsx'));

const useStyles = makeStyles({
  // Fluent measures this element before the button is in it: without a least width the button would be cut off.
  root: { flexShrink: 0, minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px' } },
});

/** Fluent measures items when their row changes. A font that arrives or a count that grows changes an item alone. */
function useItemSizes(entries: OverflowButtonProps['entries']): void {
  const row = useOverflowContext((context) => context.containerRef);
  const update = useOverflowContext((context) => context.updateOverflow);
  const ids = entries.map(({ id }) => id).join();
  useEffect(() => {
    if (globalThis.ResizeObserver === undefined) return undefined;
    // In the next frame: an item that is hidden meanwhile would have to be reported again in this one.
    const observer = new ResizeObserver(() => requestAnimationFrame(update));
    row?.current?.querySelectorAll(`[${DATA_OVERFLOW_ITEM}]`).forEach((item) => observer.observe(item));
    return () => observer.disconnect();
  }, [row, update, ids]);
}

/** The button and menu of the items that do not fit into a Fluent Overflow; nothing while all fit. */
export function OverflowButton(props: OverflowButtonProps) {
  const styles = useStyles();
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  useItemSizes(props.entries);
  return (
    <div ref={ref} {...(isOverflowing ? { className: styles.root } : {})}>
      {isOverflowing && <LazyComponent source={menu}>{(Part) => <Part {...props} />}</LazyComponent>}
    </div>
  );
}
