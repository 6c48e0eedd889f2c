import { Menu, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { useBusy } from '../../src/engine/react/index.ts';
import { Icon, MenuSheet, moldeToken, useNarrow } from '../../src/ui/index.ts';
import type { RowAction, RowKey } from './view.ts';

const useStyles = makeStyles({
  danger: { color: moldeToken('errorForeground') },
  item: { '@media (pointer: coarse)': { minHeight: '44px', alignItems: 'center' } },
});

function RowMenuItem({ action, rowKey, onRun }: { action: RowAction; rowKey: RowKey; onRun: () => void }) {
  const styles = useStyles();
  const busy = useBusy(action.id, rowKey);
  return (
    <MenuItem
      className={styles.item}
      disabled={busy}
      {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
      onClick={onRun}
    >
      {action.danger ? <span className={styles.danger}>{action.text}</span> : action.text}
    </MenuItem>
  );
}

/** The actions of one row as a menu at its button, on a phone as a sheet. Mounted only while it is open. */
export default function RowMenu({
  target,
  label,
  name,
  actions,
  rowKey,
  run,
  onClose,
}: {
  target: HTMLElement;
  label: string;
  /** The row's. */
  name: string;
  actions: readonly RowAction[];
  rowKey: RowKey;
  run(action: RowAction): void;
  onClose(): void;
}) {
  const narrow = useNarrow();
  const items = actions.map((action) => (
    <RowMenuItem key={action.id} action={action} rowKey={rowKey} onRun={() => run(action)} />
  ));
  if (narrow)
    return (
      <MenuSheet title={name} label={label} onClose={onClose}>
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
