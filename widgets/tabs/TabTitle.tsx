import { makeStyles } from '@fluentui/react-components';
import type { TabsProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';
import { CountBadge } from '../../src/ui/index.ts';

export type TabItem = Resolved<TabsProps>['items'][number];

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
});

/** A tab's words and count, in the row and in the menu of those without room. */
export function TabTitle({ item }: { item: TabItem }) {
  const styles = useStyles();
  return (
    <span className={styles.root}>
      {item.title}
      {typeof item.badge === 'number' && item.badge > 0 && <CountBadge count={item.badge} look="quiet" />}
    </span>
  );
}
