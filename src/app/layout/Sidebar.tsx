import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { flushSync } from 'react-dom';
import { AppLink } from './AppLink.tsx';
import { Icon, moldeToken } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { TenantLogo } from '../appearance/Logo.tsx';
import { paths } from '../paths.ts';
import { CollapsedGroup } from './CollapsedGroup.tsx';
import { MenuContent } from './MenuContent.tsx';
import { isCurrent, useVisibleMenu } from './menu.ts';
import type { MenuEntry } from './menu.ts';
import { useMenuStyles } from './menu-styles.ts';

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
  railOverview: { paddingTop: '12px' },
  railSettings: { paddingTop: '8px' },
  railTarget: { width: '46px', minHeight: '40px', justifyContent: 'center', padding: 0, margin: '0 auto' },
});

/** A settings entry of the collapsed menu, which has no groups there. */
function RailEntry({ entry }: { entry: MenuEntry }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const { pathname } = useLocation();
  const current = isCurrent(entry, pathname);
  return (
    <li>
      <AppLink
        to={entry.path}
        className={mergeClasses(menu.entry, styles.railTarget, current && menu.current)}
        aria-label={entry.title}
        aria-current={current ? 'page' : undefined}
        title={entry.title}
      >
        <Icon name={entry.icon} />
      </AppLink>
    </li>
  );
}

/** The collapsed menu: a column of icons whose groups open beside them. */
function MenuRail({ onSearch }: { onSearch(): void }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const { t } = useI18n();
  const { overview, settings } = useVisibleMenu('');
  return (
    <>
      <button
        type="button"
        className={mergeClasses(menu.entry, styles.railTarget)}
        aria-label={t('shell.search')}
        title={t('shell.search')}
        onClick={onSearch}
      >
        <Icon name="search" />
      </button>
      <ul className={mergeClasses(menu.list, menu.overview, styles.railOverview)}>
        {overview.map((group) => (
          <CollapsedGroup key={group.id} group={group} />
        ))}
      </ul>
      {settings.length > 0 && (
        <div className={menu.settings}>
          <ul className={mergeClasses(menu.list, menu.settingsList, styles.railSettings)}>
            {settings.flatMap((group) =>
              group.entries.map((entry) => <RailEntry key={`${group.id} ${entry.path}`} entry={entry} />),
            )}
          </ul>
        </div>
      )}
    </>
  );
}

/** The desktop menu: 250 px open, 70 px collapsed. `onLeave` is called when the focus leaves it. */
export function Sidebar({
  collapsed,
  onExpand,
  onLeave,
  onPalette,
}: {
  collapsed: boolean;
  onExpand(): void;
  onLeave(): void;
  onPalette(): void;
}) {
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  const searchInput = useRef<HTMLInputElement>(null);
  const name = home?.tenant.name ?? '';

  function openSearch() {
    flushSync(onExpand);
    searchInput.current?.focus();
  }

  return (
    <nav
      className={mergeClasses(styles.root, collapsed && styles.collapsed)}
      aria-label={t('shell.menu')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <AppLink
        to={paths.home}
        className={mergeClasses(styles.brand, collapsed && styles.centred)}
        aria-label={name || t('shell.home')}
      >
        {home && (
          <TenantLogo
            logo={collapsed ? home.images.LAYOUT_HOME_LOGO_XS : home.images.LAYOUT_HOME_LOGO_LG}
            name={name}
            compact={collapsed}
          />
        )}
      </AppLink>
      {collapsed ? (
        <MenuRail onSearch={openSearch} />
      ) : (
        <MenuContent searchInput={searchInput} onPalette={onPalette} />
      )}
    </nav>
  );
}
