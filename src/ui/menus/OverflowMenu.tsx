import {
  MenuItem,
  MenuItemLink,
  makeStyles,
  tokens,
  useIsOverflowItemVisible,
  useOverflowCount,
} from '@fluentui/react-components';
import { MoreMenu } from './ButtonMenu.tsx';
import { CountBadge } from '../marks/CountBadge.tsx';
import { Icon } from '../marks/Icon.tsx';
import type { OverflowEntry, OverflowButtonProps } from './overflow-entries.ts';

const useStyles = makeStyles({ current: { fontWeight: tokens.fontWeightSemibold } });

function Entry({ entry, onSelect }: { entry: OverflowEntry; onSelect: OverflowButtonProps['onSelect'] }) {
  const styles = useStyles();
  const { id, text, icon, count = 0, current, link } = entry;
  if (useIsOverflowItemVisible(id)) return null;
  const shared = {
    ...(icon ? { icon: <Icon name={icon} /> } : {}),
    ...(count > 0 ? { secondaryContent: <CountBadge count={count} look="quiet" /> } : {}),
    ...(current ? { 'aria-current': true } : {}),
  };
  const words = <span className={current ? styles.current : undefined}>{text}</span>;
  if (link) {
    return (
      <MenuItemLink {...shared} {...link}>
        {words}
      </MenuItemLink>
    );
  }
  return (
    <MenuItem {...shared} onClick={() => onSelect?.(id)}>
      {words}
    </MenuItem>
  );
}

/** The menu of the items that do not fit into a row. */
export default function OverflowMenu({ entries, label, onSelect }: OverflowButtonProps) {
  const count = useOverflowCount();
  return (
    <MoreMenu label={label(count)}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} onSelect={onSelect} />
      ))}
    </MoreMenu>
  );
}
