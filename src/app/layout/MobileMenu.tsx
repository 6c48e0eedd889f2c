import { Button, makeStyles, OverlayDrawer, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon, moldeToken, PersonAvatar, useFocusReturn } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import { TenantLogo } from '../appearance/Logo.tsx';
import { firstLabel } from './Header.tsx';
import { GroupList, MenuSearch, SettingsList } from './MenuParts.tsx';
import { useMenuStyles } from './menu-styles.ts';
import { useMenu } from './useMenu.ts';

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
  groups: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 8px 8px' },
  settings: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    maxHeight: '30vh',
    borderTop: `1px solid ${moldeToken('menuStroke')}`,
  },
  settingsList: { minHeight: 0, overflowY: 'auto', padding: '0 8px 8px' },
  foot: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '10px 12px 10px 20px',
    borderTop: `1px solid ${moldeToken('menuStroke')}`,
  },
  who: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  tenant: { margin: 0, fontSize: tokens.fontSizeBase200, color: moldeToken('menuForegroundMuted') },
});

/** The menu below 768 px: the whole width, with the person and the way out at its foot. */
export default function MobileMenu({ onClose, onLogout }: { onClose(): void; onLogout(): void }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const { t } = useI18n();
  const { session } = useApp();
  const { home } = useAccount();
  const [search, setSearch] = useState('');
  const shown = useMenu(search);
  const searching = search.trim() !== '';
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
          {home && <TenantLogo logo={home.logos.large} name={home.tenant.name} />}
        </span>
        <Button
          className={styles.close}
          appearance="transparent"
          icon={<Icon name="dismiss" />}
          aria-label={t('shell.closeMenu')}
          onClick={onClose}
        />
      </div>
      <MenuSearch value={search} onChange={setSearch} />
      <p className={menu.label} aria-live="polite">
        {t(searching ? 'shell.results' : 'shell.overview')}
      </p>
      <nav className={styles.groups} aria-label={t('shell.menu')}>
        <GroupList groups={shown.overview} searching={searching} />
        {searching && shown.overview.length + shown.settings.length === 0 && (
          <p className={menu.none}>{t('shell.noResults')}</p>
        )}
      </nav>
      {shown.settings.length > 0 && (
        <nav className={styles.settings} aria-label={t('shell.settings')}>
          <p className={menu.label}>{t('shell.settings')}</p>
          <div className={styles.settingsList}>
            <SettingsList groups={shown.settings} />
          </div>
        </nav>
      )}
      <div className={styles.foot}>
        <PersonAvatar
          size={40}
          name={values?.loggedUser ?? ''}
          image={values?.imageProfile ?? null}
          decorative
        />
        <div className={styles.who}>
          <p className={styles.name}>{values?.loggedUser}</p>
          <p className={styles.tenant}>{firstLabel(values?.currentEnvironment ?? '')}</p>
        </div>
        <Button
          className={styles.close}
          appearance="transparent"
          icon={<Icon name="sign-out" />}
          aria-label={t('shell.logout')}
          title={t('shell.logout')}
          onClick={onLogout}
        />
      </div>
    </OverlayDrawer>
  );
}
