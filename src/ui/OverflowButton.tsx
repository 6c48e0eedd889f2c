import { makeStyles, useOverflowMenu } from '@fluentui/react-components';
import { LazyComponent } from './LazyComponent.tsx';
import { lazyComponent } from './lazy-source.ts';
import type { OverflowButtonProps } from './overflow-entries.ts';

// Menus weigh more than the rows that may need one.
const menu = lazyComponent<OverflowButtonProps>(() => import('./OverflowMenu.tsx'));

const useStyles = makeStyles({
  // Measured before the button is there: without a width of its own it would be given none, and be cut off.
  place: { flexShrink: 0, minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px' } },
});

/** Stands in a Fluent Overflow: the button and menu of what has no room, nothing while all have it. */
export function OverflowButton(props: OverflowButtonProps) {
  const styles = useStyles();
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  return (
    <div ref={ref} {...(isOverflowing ? { className: styles.place } : {})}>
      {isOverflowing && <LazyComponent source={menu}>{(Part) => <Part {...props} />}</LazyComponent>}
    </div>
  );
}
