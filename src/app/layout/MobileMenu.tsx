import { Button, makeStyles, OverlayDrawer, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon, moldeToken, PersonAvatar, useFocusReturn } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import { Leave } from '../session/Leave.tsx';
import type { OnLogout } from '../session/leaving.ts';
import { TenantLogo } from '../appearance/Logo.tsx';
import { hostLabel } from './Header.tsx';
import { MenuContent } from './MenuContent.tsx';

const useStyles = makeStyles({
  drawer: {
    width: '100vw',
    maxWidth: '100vw',
    alignItems: 'stretch',
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForeground'),
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '52px', padding: '0 12px 0 20px' },
  brand: { flexGrow: 1, minWidth: 0 },
  close: { color: 'inherit', minWidth: '44px', minHeight: '44px' },
  menu: { flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  foot: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '10px 12px 10px 20px',
    borderTop: `1px solid ${moldeToken('menuStroke')}`,
  },
  person: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  tenant: { margin: 0, fontSize: tokens.fontSizeBase200, color: moldeToken('menuForegroundMuted') },
});

/** The menu below 768 px: full width, with the person and the logout at its foot. */
export default function MobileMenu({ onClose, onLogout }: { onClose(): void; onLogout: OnLogout }) {
  const styles = useStyles();
  const { t } = useI18n();
  const { session } = useApp();
  const { home } = useAccount();
  const values = session.get();
  const { pathname } = useLocation();
  const openedAt = useRef(pathname);
  useFocusReturn();

  useEffect(() => {
    if (openedAt.current !== pathname) onClose();
  }, [pathname, onClose]);

  return (
    <OverlayDrawer
      open
      position="start"
      className={styles.drawer}
      aria-label={t('shell.menu')}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <div className={styles.head}>
        <span className={styles.brand}>
          {home && <TenantLogo logo={home.images.LAYOUT_HOME_LOGO_LG} name={home.tenant.name} />}
        </span>
        <Button
          className={styles.close}
          appearance="transparent"
          icon={<Icon name="dismiss" />}
          aria-label={t('shell.closeMenu')}
          onClick={onClose}
        />
      </div>
      <nav className={styles.menu} aria-label={t('shell.menu')}>
        <MenuContent />
      </nav>
      <div className={styles.foot}>
        <PersonAvatar
          size={40}
          name={values?.loggedUser ?? ''}
          image={values?.imageProfile ?? null}
          decorative
        />
        <div className={styles.person}>
          <p className={styles.name}>{values?.loggedUser}</p>
          <p className={styles.tenant}>{hostLabel(values?.currentEnvironment ?? '', home?.tenant.key)}</p>
        </div>
        <Button
          className={styles.close}
          appearance="transparent"
          icon={<Icon name="sign-out" />}
          aria-label={t('shell.logout')}
          title={t('shell.logout')}
          onClick={() => onLogout(Leave)}
        />
      </div>
    </OverlayDrawer>
  );
}
