import { makeStyles, tokens } from '@fluentui/react-components';
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Outlet, useBlocker, useLocation, useNavigate } from 'react-router-dom';
import { readDevicePreference, writeDevicePreference } from '../../client/index.ts';
import { layoutEditorPath } from '../../contracts/reserved-paths.ts';
import { matchPath } from '../../contracts/route-path.ts';
import { useApp, useConnection, useI18n } from '../app-context.ts';
import { confirm } from '../confirmations.ts';
import { hasUnsaved } from '../leave-guard.ts';
import { createShell } from '../shell.ts';
import { ShellContext } from '../shell-context.ts';
import type { Crumb } from '../shell-context.ts';
import { useDisposable } from '../useDisposable.ts';
import { usePalette } from '../palette/usePalette.ts';
import type { Leaving, OnLogout } from '../session/leaving.ts';
import { Header } from './Header.tsx';
import { isWallAddress } from '../screens/wall.ts';
import { offlineDetails, usePreloadOffline } from '../states/offline.ts';
import { mobileMenu } from './sign-out-menus.ts';
import { Sidebar } from './Sidebar.tsx';
import {
  LazyComponent,
  lazyComponent,
  notify,
  shellPatience,
  toastPlace,
  useMedium,
  useNarrow,
} from '../../ui/index.ts';

const bell = lazyComponent(() => import('../notifications/Bell.tsx'));
const palette = lazyComponent(() => import('../palette/Palette.tsx'), shellPatience);

const useStyles = makeStyles({
  root: { display: 'flex', height: '100%', backgroundColor: tokens.colorNeutralBackground2 },
  column: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    // On to what scrolls: see screen.css.
    backgroundColor: 'inherit',
  },
  main: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    backgroundColor: 'inherit',
    color: tokens.colorNeutralForeground1,
    outline: 'none',
  },
  skip: {
    position: 'absolute',
    left: '8px',
    top: '-64px',
    zIndex: 2000,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForegroundLink,
    ':focus-visible': { top: '8px', outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Asks before a navigation that would lose unsaved input, unless the session has ended. */
function useLeaveConfirmation() {
  const { account } = useApp();
  const { t } = useI18n();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && account.getState().signedIn && hasUnsaved(),
  );
  const isAsking = useRef(false);
  const ask = useCallback(
    () =>
      confirm({
        kind: 'action',
        careful: true,
        title: t('dialog.leaveTitle'),
        text: t('dialog.leaveText'),
        confirmText: t('dialog.discard'),
        cancelText: t('dialog.keepEditing'),
      }),
    [t],
  );
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void ask().then((leave) => {
      isAsking.current = false;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, ask]);
  return ask;
}

/** The layout around every page of a signed-in person: menu, header and the page's area. */
export default function ShellLayout() {
  const styles = useStyles();
  const app = useApp();
  const { t, language } = useI18n();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isWall = isWallAddress(search);
  const narrow = useNarrow();
  const medium = useMedium();
  const [chosen, setChosen] = useState(readDevicePreference('sidebar') === 'collapsed');
  // With little room the menu starts collapsed on each visit, whatever was chosen on a wider window.
  const [wide, setWide] = useState(false);
  const collapsed = medium ? !wide : chosen;
  const [drawer, setDrawer] = useState(false);
  // The menu names the work surfaces, so that the first one opened has its room before its definition is there.
  const [work, setWork] = useState<boolean | 'place'>(() =>
    [layoutEditorPath, ...(app.account.getState().menu?.workPaths ?? [])].some((path) =>
      matchPath(path, pathname),
    ),
  );
  // A work surface collapses the menu by itself, and opens it only while the person uses it.
  const [opened, setOpened] = useState(false);
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([]);
  const ask = useLeaveConfirmation();
  const { online } = useConnection();
  usePreloadOffline();
  const finder = usePalette(palette);
  const main = useRef<HTMLElement>(null);

  // The router's navigate keeps its identity as long as this layout, so the engine's host does too.
  const openShell = useCallback(
    () =>
      createShell(app, {
        to: (address, options) => void navigate(address, options),
        back: () => void navigate(-1),
        setCrumbs,
        setWork,
        openPalette: finder.open,
      }),
    [app, navigate, finder.open],
  );
  const shell = useDisposable(openShell);

  const currentLanguage = language();
  const menuLanguage = useRef(currentLanguage);
  useEffect(() => {
    if (menuLanguage.current === currentLanguage) return;
    menuLanguage.current = currentLanguage;
    // The server sends in one language: titles of the tenant's own screens, names of the values of datasets.
    void app.account.refreshMenu();
    shell?.queries.invalidate(() => true);
  }, [app, shell, currentLanguage]);

  useEffect(() => {
    if (work === true) toastPlace.setState({ kind: 'surface' }, true);
  }, [work]);

  const first = useRef(pathname);
  // The focus moves to the new page, for the keyboard and for screen readers, but not from a palette that was opened
  // meanwhile: what is typed there would be lost.
  const focusPage = useEffectEvent(() => {
    if (!finder.isOpen) main.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = pathname;
    focusPage();
  }, [pathname]);

  const toggle = useCallback(
    (next: boolean) => {
      if (medium) {
        setWide(!next);
        return;
      }
      setChosen(next);
      writeDevicePreference('sidebar', next ? 'collapsed' : 'open');
    },
    [medium],
  );
  const [Leave, setLeave] = useState<Leaving | null>(null);
  const logout = useCallback<OnLogout>(
    async (next) => {
      setDrawer(false);
      if (!hasUnsaved() || (await ask())) setLeave(() => next);
    },
    [ask],
  );
  const closeDrawer = useCallback(() => setDrawer(false), []);

  return (
    <div className={styles.root}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      {!narrow && !isWall && (
        <Sidebar
          collapsed={work ? !opened : collapsed}
          onExpand={() => (work ? setOpened(true) : toggle(false))}
          onLeave={() => setOpened(false)}
          onPalette={finder.open}
        />
      )}
      <div className={styles.column}>
        {work !== true && !isWall && (
          <Header
            crumbs={crumbs}
            collapsed={collapsed}
            onToggle={() => toggle(!collapsed)}
            onOpenMenu={() => setDrawer(true)}
            onLogout={logout}
          >
            {shell && <LazyComponent source={bell}>{(Bell) => <Bell host={shell.host} />}</LazyComponent>}
          </Header>
        )}
        {!online && (
          <div className="offline">
            <strong role="status">{t('offline.bar')}</strong>
            <LazyComponent source={offlineDetails}>{(OfflineDetails) => <OfflineDetails />}</LazyComponent>
          </div>
        )}
        <main id="content" ref={main} tabIndex={-1} className={styles.main}>
          {shell && (
            <ShellContext value={shell}>
              <Suspense fallback={null}>
                <Outlet />
              </Suspense>
            </ShellContext>
          )}
        </main>
      </div>
      {Leave && shell && <Leave host={shell.host} onStay={() => setLeave(null)} />}
      {finder.isOpen && shell && (
        <LazyComponent
          source={palette}
          onFailed={() => {
            finder.close();
            notify('error', t('shell.partFailed'), {
              action: { text: t('shell.partRetry'), run: finder.open },
            });
          }}
        >
          {(Palette) => (
            <Palette shell={shell} typed={finder.typed} onType={finder.type} onClose={finder.close} />
          )}
        </LazyComponent>
      )}
      {narrow && drawer && (
        <LazyComponent
          source={mobileMenu}
          onFailed={() => {
            closeDrawer();
            notify('error', t('shell.partFailed'), {
              action: { text: t('shell.partRetry'), run: () => setDrawer(true) },
            });
          }}
        >
          {(MobileMenu) => <MobileMenu onClose={closeDrawer} onLogout={logout} />}
        </LazyComponent>
      )}
    </div>
  );
}
