import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { HttpFailure } from '../../client/index.ts';
import type { Query } from '../../engine/core/index.ts';
import { EngineProvider, Screen } from '../../engine/react/index.ts';
import type { QueryStep } from '../../engine/react/index.ts';
import { LazyComponent, lazyComponent, shellPatience } from '../../ui/index.ts';
import { FailedPage, OfflineNotice } from '../FailedPage.tsx';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import { rememberRefused } from '../session/destination.ts';
import { hasUnsaved } from '../leave-guard.ts';
import { menuPath, paths } from '../paths.ts';
import { useShell } from '../shell-context.ts';
import type { Crumb } from '../shell-context.ts';
import { openScreen, setOpenScreen } from '../palette/open-screen.ts';
import { isWallAddress, wallQuery } from './wall.ts';
import { offlinePage } from '../states/offline.ts';
import { paramsOf, showsRecord } from './resolve.ts';
import { definitionOf, useShownScreen } from './useShownScreen.ts';
import type { ScreenLoad } from './useShownScreen.ts';
import { useViewMemory } from './view-memory.ts';

const homeSkeleton = lazyComponent(() => import('../home/HomeSkeleton.tsx'), shellPatience);
const wallDisplay = lazyComponent(() => import('./WallDisplay.tsx'));
const notFoundPage = lazyComponent(() => import('../states/NotFoundPage.tsx'), shellPatience);
const serverFailurePage = lazyComponent(() => import('../states/ServerFailurePage.tsx'), shellPatience);

const useStyles = makeStyles({
  // The shell's background goes on to what scrolls: see screen.css.
  root: { height: '100%', backgroundColor: 'inherit' },
  leaving: {
    opacity: 0.5,
    transitionProperty: 'opacity',
    transitionDuration: '100ms',
    transitionDelay: '150ms',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
});

/** Resolves any path to its screen document, which the engine renders. Going to another screen keeps the old one until then. */
export default function ScreenRoute() {
  const styles = useStyles();
  const { t } = useI18n();
  const { me, menu, home, expired } = useAccount();
  const { pathname } = useLocation();
  const { shown, opening } = useShownScreen();
  // The guard lets the home page pass before the person is loaded. It hides what it shows while the login has expired.
  const isHome = pathname === paths.home;
  const waits = isHome && (!me || !menu || !home || expired);
  const root = useRef<HTMLDivElement>(null);
  useViewMemory(root, shown?.key ?? '');
  return (
    <div
      ref={root}
      className={mergeClasses(styles.root, opening && styles.leaving)}
      inert={opening && shown !== null}
      aria-busy={opening}
    >
      {waits || (isHome && !shown) ? (
        <LazyComponent source={homeSkeleton}>{(HomeSkeleton) => <HomeSkeleton />}</LazyComponent>
      ) : shown ? (
        <ShownScreen shown={shown} opening={opening} />
      ) : (
        <div role="status" aria-label={t('shell.loading')} />
      )}
    </div>
  );
}

/**
 * Returns a function that notes an entry of the menu, or the record that a screen shows, under its title. A record without
 * a title is forgotten: it may not exist any more.
 */
function useNoteRecent(
  pattern: string | undefined,
  path: string,
): (crumbs: readonly Crumb[], title: string) => void {
  const { recents } = useShell();
  const { menu } = useAccount();
  const record = pattern !== undefined && showsRecord(pattern);
  const noted =
    record ||
    [...(menu?.overview ?? []), ...(menu?.settings ?? [])].some((group) =>
      group.submenu.some((item) => menuPath(item.key) === path),
    );
  return useCallback(
    (crumbs, title) => {
      // Leaving the screen clears the breadcrumb.
      if (!noted || crumbs.length === 0) return;
      if (title) recents.note({ path, title, place: crumbs.at(-2)?.name ?? '', record });
      else recents.forget(path);
    },
    [recents, noted, path, record],
  );
}

/** Leaves a screen that the server refuses, and notes it for the day that the person gets the right. */
function Refused({ address }: { address: string }) {
  const { account } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    rememberRefused(address, account.getState().menu);
    void navigate(paths.restricted, { replace: true });
  }, [address, account, navigate]);
  return null;
}

function ShownScreen({ shown, opening }: { shown: ScreenLoad; opening: boolean }) {
  const { host, registry, setCrumbs, setWork } = useShell();
  const { pathname, search, load } = shown;
  const snapshot = useSyncExternalStore(load.subscribe, load.get);
  const found = definitionOf(snapshot);
  const definition = found?.definition;

  const params = useMemo(
    () => (definition ? paramsOf(definition.path, pathname) : {}),
    [definition, pathname],
  );
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
  const isWall = isWallAddress(search);
  // Mostly the query replaces the current history entry, so that going back skips the filters set in between.
  const changeQuery = useCallback(
    (next: Query, step: QueryStep) => {
      // The address is already another screen's.
      if (opening) return;
      const text = new URLSearchParams({ ...next, ...(isWall && wallQuery) }).toString();
      host.navigate(text === '' ? pathname : `${pathname}?${text}`, {
        back: step === 'back',
        replace: step !== 'push',
      });
    },
    [host, pathname, opening, isWall],
  );

  const notifyReplaced = useCallback(() => {
    const text = host.translate('widgets.frame.renewed');
    if (text !== null) host.notify('info', text);
  }, [host]);

  const noteRecent = useNoteRecent(definition?.path, pathname);
  const showTrail = useCallback(
    (crumbs: readonly Crumb[], title: string) => {
      setCrumbs(crumbs);
      noteRecent(crumbs, title);
    },
    [setCrumbs, noteRecent],
  );

  const leaveWall = useCallback(() => {
    const { display: _display, ...rest } = Object.fromEntries(new URLSearchParams(search));
    const text = new URLSearchParams(rest).toString();
    host.navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true });
  }, [host, pathname, search]);
  const { screen } = useStore(openScreen);

  const work = definition?.layout === 'work';
  // The frame changes with the screen, in one paint.
  useLayoutEffect(() => {
    setWork(work);
    return () => setWork(false);
  }, [work, setWork]);

  // A failed part stays in view while it is asked for again.
  const [failed, setFailed] = useState(snapshot.error);
  if (snapshot.error !== null && snapshot.error !== failed) setFailed(snapshot.error);
  const isAsked = snapshot.status === 'loading';
  const error = isAsked ? failed : snapshot.error;
  const refreshing = isAsked || snapshot.refreshing;
  // A right that is taken, or a publication that ends, closes the screen under its reader. With something typed in a form the
  // screen stays, read-only; an editor asks about it instead.
  const isRefused = error?.status === 403;
  const isEnded = found !== null && (isRefused || error?.status === 404);
  const [ending, setEnding] = useState('');
  if (isEnded !== (ending !== ''))
    setEnding(!isEnded ? '' : !hasUnsaved() ? 'leaves' : work && isRefused ? 'asks' : 'stays');

  // A screen loaded with the permissions before does not show what only the new ones allow, and a form with something
  // typed stays until the server has refused it.
  const { menu } = useAccount();
  const [permissions, setPermissions] = useState(menu);
  if (permissions !== menu && !refreshing && error === null) setPermissions(menu);

  // The last definition stays in view while it is refreshed, even when that fails.
  if (found && definition && ending !== 'leaves') {
    return (
      <EngineProvider registry={registry} host={host}>
        <Screen
          document={definition}
          params={params}
          query={query}
          diagnostics={found.faults}
          onQuery={changeQuery}
          onTrail={showTrail}
          onOpen={setOpenScreen}
          onDefinitionReplaced={notifyReplaced}
          refused={ending === 'stays'}
          permissions={permissions ?? undefined}
        />
        {ending === 'asks' && <Refused address={pathname + search} />}
        {isWall && (
          <LazyComponent source={wallDisplay}>
            {(WallDisplay) => <WallDisplay screen={screen} onLeave={leaveWall} />}
          </LazyComponent>
        )}
      </EngineProvider>
    );
  }
  if (error?.status === 404) {
    return (
      <LazyComponent source={notFoundPage} renderFailed={() => <FailedPage />}>
        {(NotFoundPage) => <NotFoundPage withdrawn={isEnded} />}
      </LazyComponent>
    );
  }
  // The guard checks the first path segment only. The server checks the rest.
  // An older refusal says nothing while the address is asked for again.
  if (isRefused) return refreshing ? null : <Refused address={pathname + search} />;
  if (error?.code === 'NETWORK') {
    const onBack = () => host.navigate(paths.home, { back: true });
    const onRetry = () => void load.refresh();
    return (
      <LazyComponent
        source={offlinePage}
        fallback={<OfflineNotice {...{ onRetry, onBack }} />}
        renderFailed={(retry) => <OfflineNotice {...{ retry, onRetry, onBack }} />}
      >
        {(OfflinePage) => <OfflinePage {...{ onRetry, onBack }} />}
      </LazyComponent>
    );
  }
  const failure =
    error instanceof HttpFailure ? error : new HttpFailure('UNREADABLE', 0, error?.message ?? '');
  return (
    <LazyComponent source={serverFailurePage} renderFailed={() => <FailedPage />}>
      {(ServerFailurePage) => (
        <ServerFailurePage failure={failure} busy={refreshing} onRetry={() => void load.refresh()} />
      )}
    </LazyComponent>
  );
}
