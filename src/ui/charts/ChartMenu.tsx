import { Menu, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icons.ts';
import { useNarrow } from '../room/media.ts';
import { MenuSheet } from '../menus/MenuSheet.tsx';

export interface ChartMenuEntry {
  id: string;
  icon: IconName;
  text: string;
  run(): void;
}

const useStyles = makeStyles({
  item: { '@media (pointer: coarse)': { minHeight: '44px', alignItems: 'center' } },
});

/** Menu of a chart, at its button; on a phone as a sheet. Mounted only while it is open. */
export default function ChartMenu({
  target,
  label,
  title,
  entries,
  onClose,
}: {
  target: HTMLElement;
  label: string;
  title: string;
  entries: readonly ChartMenuEntry[];
  onClose(): void;
}) {
  const styles = useStyles();
  const narrow = useNarrow();
  const items = entries.map(({ id, icon, text, run }) => (
    <MenuItem key={id} className={styles.item} icon={<Icon name={icon} />} onClick={run}>
      {text}
    </MenuItem>
  ));
  if (narrow)
    return (
      <MenuSheet title={title} label={label} onClose={onClose}>
        {items}
      </MenuSheet>
    );
  return (
    <Menu
      open
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
      positioning={{ target, position: 'below', align: 'end' }}
    >
      <MenuPopover>
        <MenuList aria-label={label}>{items}</MenuList>
      </MenuPopover>
    </Menu>
  );
}
