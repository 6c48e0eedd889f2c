import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { Icon, moldeToken } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { TenantLogo } from '../appearance/Logo.tsx';
import { paths } from '../paths.ts';
import { CollapsedGroup } from './CollapsedGroup.tsx';
import { GroupList, MenuSearch, SettingsList } from './MenuParts.tsx';
import { useMenuStyles } from './menu-styles.ts';
import { useMenu } from './useMenu.ts';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    width: '250px',
    height: '100%',
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForeground'),
  },
  collapsed: { width: '70px' },
  brand: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    height: '48px',
    margin: '0 0 4px',
    padding: '0 20px',
    color: 'inherit',
    textDecorationLine: 'none',
    ':focus-visible': { outline: `2px solid ${moldeToken('menuForeground')}`, outlineOffset: '-4px' },
  },
  centred: { justifyContent: 'center', padding: 0 },
  groups: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 8px 8px', scrollbarWidth: 'thin' },
  railGroups: { paddingTop: '12px' },
  settings: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    // The specified limit of the Settings group; what does not fit scrolls by itself.
    maxHeight: '30vh',
    borderTop: `1px solid ${moldeToken('menuStroke')}`,
  },
  settingsList: { minHeight: 0, overflowY: 'auto', padding: '0 8px 8px', scrollbarWidth: 'thin' },
  railSettings: { paddingTop: '8px' },
  railSearch: { width: '46px', minHeight: '40px', justifyContent: 'center', padding: 0, margin: '0 auto' },
});

/** The desktop menu: 250 px open, 70 px collapsed. */
export function Sidebar({ collapsed, onExpand }: { collapsed: boolean; onExpand(): void }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  const [search, setSearch] = useState('');
  const searching = search.trim() !== '';
  const shown = useMenu(collapsed ? '' : search);
  const searchInput = useRef<HTMLInputElement>(null);
  const name = home?.tenant.name ?? '';

  function openSearch() {
    flushSync(onExpand);
    searchInput.current?.focus();
  }

  return (
    <nav className={mergeClasses(styles.root, collapsed && styles.collapsed)} aria-label={t('shell.menu')}>
      <Link
        to={paths.home}
        className={mergeClasses(styles.brand, collapsed && styles.centred)}
        aria-label={name || t('shell.home')}
      >
        {home && (
          <TenantLogo
            logo={collapsed ? home.logos.small : home.logos.large}
            name={name}
            compact={collapsed}
          />
        )}
      </Link>
      {collapsed ? (
        <>
          <button
            type="button"
            className={mergeClasses(menu.entry, styles.railSearch)}
            aria-label={t('shell.search')}
            title={t('shell.search')}
            onClick={openSearch}
          >
            <Icon name="search" />
          </button>
          <ul className={mergeClasses(menu.list, styles.groups, styles.railGroups)}>
            {shown.overview.map((group) => (
              <CollapsedGroup key={group.id} group={group} />
            ))}
          </ul>
          {shown.settings.length > 0 && (
            <div className={styles.settings}>
              <ul className={mergeClasses(menu.list, styles.settingsList, styles.railSettings)}>
                {shown.settings.map((group) => (
                  <CollapsedGroup key={group.id} group={group} />
                ))}
              </ul>
            </div>
          )}
        </>
      ) : (
        <>
          <MenuSearch value={search} onChange={setSearch} inputRef={searchInput} />
          <p className={menu.label} aria-live="polite">
            {t(searching ? 'shell.results' : 'shell.overview')}
          </p>
          <div className={styles.groups}>
            <GroupList groups={shown.overview} searching={searching} />
            {searching && shown.overview.length + shown.settings.length === 0 && (
              <p className={menu.none}>{t('shell.noResults')}</p>
            )}
          </div>
          {shown.settings.length > 0 && (
            <div className={styles.settings}>
              <p className={menu.label}>{t('shell.settings')}</p>
              <div className={styles.settingsList}>
                <SettingsList groups={shown.settings} />
              </div>
            </div>
          )}
        </>
      )}
    </nav>
  );
}
