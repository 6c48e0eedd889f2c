import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { AppLink } from './AppLink.tsx';
import { LazyComponent, lazyComponent, moldeToken, shellPatience } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { TenantLogo } from '../appearance/Logo.tsx';
import { paths } from '../paths.ts';
import { MenuContent } from './MenuContent.tsx';

const menuRail = lazyComponent(() => import('./MenuRail.tsx'), shellPatience);

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
});

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
        <LazyComponent
          source={menuRail}
          // The open menu is here already.
          renderFailed={() => <MenuContent searchInput={searchInput} onPalette={onPalette} />}
        >
          {(MenuRail) => <MenuRail onSearch={openSearch} />}
        </LazyComponent>
      ) : (
        <MenuContent searchInput={searchInput} onPalette={onPalette} />
      )}
    </nav>
  );
}
