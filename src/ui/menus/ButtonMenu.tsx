import { makeStyles, Menu, MenuButton, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';
import { LazyComponent } from '../states/LazyComponent.tsx';
import { lazyComponent } from '../states/lazy-source.ts';
import { useNarrow } from '../room/media.ts';

const menuSheet = lazyComponent(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }));

const useStyles = makeStyles({
  more: { minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  list: {
    '@media (pointer: coarse)': { '& > [role="menuitem"]': { alignItems: 'center', minHeight: '44px' } },
  },
});

interface MenuProps {
  /** The menu's accessible name. */
  label: string;
  /** The title of the sheet. By default the label. */
  title?: string;
  /** Menu items. */
  children: ReactNode;
}

/** A button and the menu that it opens: at the button, in narrow windows as a sheet. */
export function ButtonMenu({ button, label, title = label, children }: MenuProps & { button: ReactElement }) {
  const styles = useStyles();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Menu positioning="below-end" open={open && !narrow} onOpenChange={(_, change) => setOpen(change.open)}>
        <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
        <MenuPopover>
          <MenuList className={styles.list}>{children}</MenuList>
        </MenuPopover>
      </Menu>
      {open && narrow && (
        <LazyComponent source={menuSheet} onFailed={close}>
          {(MenuSheet) => (
            <MenuSheet title={title} label={label} onClose={close}>
              {children}
            </MenuSheet>
          )}
        </LazyComponent>
      )}
    </>
  );
}

/** The menu of what has no room in a row, behind three dots. */
export function MoreMenu(props: MenuProps) {
  const styles = useStyles();
  return (
    <ButtonMenu
      {...props}
      button={
        <MenuButton
          className={styles.more}
          appearance="subtle"
          menuIcon={null}
          icon={<Icon name="more-horizontal" />}
          aria-label={props.label}
        />
      }
    />
  );
}
