import { makeStyles, MenuList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { BottomSheet } from '../dialogs/BottomSheet.tsx';

const useStyles = makeStyles({
  list: {
    margin: '0 -8px',
    maxWidth: 'none',
    '& > [role="menuitem"]': {
      alignItems: 'center',
      columnGap: '12px',
      maxWidth: 'none',
      minHeight: '48px',
    },
  },
});

/** A menu as a phone shows it, at the bottom edge of the window. Choosing an entry closes it. */
export function MenuSheet({
  title,
  label,
  onClose,
  children,
}: {
  title: string;
  /** The menu's accessible name. */
  label: string;
  onClose(): void;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <BottomSheet title={title} onClose={onClose}>
      <MenuList aria-label={label} className={styles.list} onClick={onClose}>
        {children}
      </MenuList>
    </BottomSheet>
  );
}
