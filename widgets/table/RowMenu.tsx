import { Menu, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { useBusy } from '../../src/engine/react/index.ts';
import { BottomSheet, Icon, moldeToken, useNarrow } from '../../src/ui/index.ts';
import type { RowAction, RowKey } from './view.ts';

const useStyles = makeStyles({
  danger: { color: moldeToken('errorForeground') },
  item: { '@media (pointer: coarse)': { minHeight: '44px', alignItems: 'center' } },
  sheetList: { margin: '0 -8px', maxWidth: 'none' },
  sheetItem: { maxWidth: 'none', minHeight: '48px', alignItems: 'center', columnGap: '12px' },
});

function RowMenuItem({
  action,
  rowKey,
  inSheet = false,
  onRun,
}: {
  action: RowAction;
  rowKey: RowKey;
  inSheet?: boolean;
  onRun: () => void;
}) {
  const styles = useStyles();
  const busy = useBusy(action.id, rowKey);
  return (
    <MenuItem
      className={inSheet ? styles.sheetItem : styles.item}
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
  const styles = useStyles();
  const narrow = useNarrow();
  if (narrow)
    return (
      <BottomSheet title={name} onClose={onClose}>
        <MenuList aria-label={label} className={styles.sheetList}>
          {actions.map((action) => (
            <RowMenuItem
              key={action.id}
              action={action}
              rowKey={rowKey}
              inSheet
              onRun={() => {
                onClose();
                run(action);
              }}
            />
          ))}
        </MenuList>
      </BottomSheet>
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
        <MenuList aria-label={label}>
          {actions.map((action) => (
            <RowMenuItem key={action.id} action={action} rowKey={rowKey} onRun={() => run(action)} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
