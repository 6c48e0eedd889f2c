import { makeStyles, useOverflowMenu } from '@fluentui/react-components';
import { LazyComponent } from './LazyComponent.tsx';
import { lazyComponent } from './lazy-source.ts';
import type { OverflowButtonProps } from './overflow-entries.ts';

// The code of menus weighs more than the rows that may need one.
const menu = lazyComponent<OverflowButtonProps>(() => import('./OverflowMenu.tsx'));

const useStyles = makeStyles({
  // Fluent measures this element before the button is in it: without a least width the button would be cut off.
  root: { flexShrink: 0, minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px' } },
});

/** The button and menu of the items that do not fit into a Fluent Overflow; nothing while all fit. */
export function OverflowButton(props: OverflowButtonProps) {
  const styles = useStyles();
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  return (
    <div ref={ref} {...(isOverflowing ? { className: styles.root } : {})}>
      {isOverflowing && <LazyComponent source={menu}>{(Part) => <Part {...props} />}</LazyComponent>}
    </div>
  );
}
