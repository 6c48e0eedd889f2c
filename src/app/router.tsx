import { useCallback, useEffect } from 'react';
import { createBrowserRouter, redirect, RouterProvider, useRouteError } from 'react-router-dom';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { ComponentType } from 'react';
import { HttpFailure } from '../client/index.ts';
import { boardPath, layoutEditorPath, supportPath, widgetEditorPath } from '../contracts/reserved-paths.ts';
import { inTime, LazyComponent, lazyComponent, notify } from '../ui/index.ts';
import type { App } from './app-context.ts';
import { useAccount, useApp, useConnection } from './app-context.ts';
import { FailedPage, OfflineNotice } from './FailedPage.tsx';
import { guard, needsMenu } from './guard.ts';
import { calls, movedPages, paths } from './paths.ts';
import type * as rarePages from './rare-pages.ts';
import { grantsOf } from './session/account.ts';
import { rememberDestination, rememberRefused, takeArrival } from './session/destination.ts';
import { LoadingPage } from './LoadingPage.tsx';
import { offlinePage } from './states/offline.ts';
import { useDisposable } from './useDisposable.ts';

/** Replaces a page that failed to load or to render: an error text and a retry. */
function Failed() {
  return <Failure error={useRouteError()} />;
}

function Failure({ error }: { error: unknown }) {
  const { online } = useConnection();
  if (!online || (error instanceof HttpFailure && error.code === 'NETWORK')) return <OfflineStart />;
  return <FailedPage text={error instanceof HttpFailure ? error.message : ''} />;
}

/** Loads the page anew as soon as the server can be reached. */
function OfflineStart() {
  const { connection } = useApp();
  useEffect(
    () =>
      connection.subscribe(({ online }) => {
        if (online) window.location.reload();
      }),
    [connection],
  );
  return (
    <LazyComponent
      source={offlinePage}
      fallback={<OfflineNotice />}
      renderFailed={(retry) => <OfflineNotice retry={retry} />}
    >
      {(OfflinePage) => <OfflinePage />}
    </LazyComponent>
  );
}

/** The navigation guard of the specification, which runs before every page. */
function guardLoader({ account, http, i18n }: App) {
  // A 401 of the first load invalidates the stored session. Without it the sign-in page is rendered.
  function refused(error: unknown): boolean {
    if (!(error instanceof HttpFailure) || error.status !== 401) return false;
    if (account.getState().signedIn) {
      rememberDestination(window.location.pathname + window.location.search);
      account.forget();
      notify('error', i18n.t('session.menu401'));
    }
    return true;
  }

  /** Whether the server refuses the person this screen: a screen may borrow the permission of another one. */
  async function isForbidden(pathname: string): Promise<boolean> {
    try {
      await http.request({ method: 'get', address: calls.screen(pathname), unauthorized: 'throw' });
      return false;
    } catch (error) {
      return error instanceof HttpFailure && error.status === 403;
    }
  }

  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    if (!account.getState().signedIn) return null;
    try {
      const loading = account.load();
      // The home page renders its skeleton meanwhile. Every other page needs the loaded data.
      if (pathname === paths.home) loading.catch(refused);
      else await loading;
    } catch (error) {
      if (!refused(error)) throw error;
      return null;
    }
    const { signedIn, me, menu, home } = account.getState();
    const state = {
      signedIn,
      mustChangePassword: me?.isChangePwd === 'Y',
      grants: menu && needsMenu(pathname) ? grantsOf(menu) : null,
      userId: me?.id,
      supportHost: home?.support === true,
    };
    const instead = guard(state, pathname);
    // The menu lists no screen that has parameters only, and no page that does not exist. The server knows both.
    if (instead === paths.restricted && needsMenu(pathname) && !(await isForbidden(pathname))) return null;
    if (instead === paths.restricted) rememberRefused(pathname + search, menu);
    return instead === null || instead === pathname + search ? null : redirect(instead);
  };
}

/** A page whose code is late: it has failed, until the code arrives after all. */
function latePage(loading: Promise<{ default: ComponentType }>): ComponentType {
  const source = lazyComponent<object>(() => loading, 0);
  return () => (
    <LazyComponent source={source} renderFailed={() => <Failure error={null} />}>
      {(Page) => <Page />}
    </LazyComponent>
  );
}

/** The code of a page for its route. */
export const page = (load: () => Promise<{ default: ComponentType }>) => async () => {
  const loading = load();
  return { Component: (await inTime(loading))?.default ?? latePage(loading) };
};

const rare = (name: keyof typeof rarePages) => page(async () => (await import('./rare-pages.ts'))[name]());

/** Creates the router of a signed-in person's pages. */
export function createAppRouter(app: App) {
  return createBrowserRouter([
    {
      HydrateFallback: LoadingPage,
      ErrorBoundary: Failed,
      children: [
        ...movedPages.map(([path, to]) => ({
          path,
          loader: () => redirect(to),
        })),
        {
          loader: guardLoader(app),
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          ErrorBoundary: Failed,
          children: [
            { path: paths.newPassword, lazy: rare('password') },
            { path: paths.authenticate, lazy: rare('authenticate') },
            {
              lazy: page(async () => {
                const [module] = await Promise.all([
                  import('./layout/ShellLayout.tsx'),
                  app.i18n.need(['common', 'widgets']),
                ]);
                return module;
              }),
              children: [
                { path: layoutEditorPath, lazy: rare('layoutEditor') },
                { path: widgetEditorPath, lazy: rare('layoutEditor') },
                { path: boardPath, lazy: rare('board') },
                { path: supportPath, lazy: rare('support') },
                { path: paths.restricted, lazy: rare('restricted') },
                { path: '*', lazy: page(() => import('./screens/ScreenRoute.tsx')) },
              ],
            },
          ],
        },
      ],
    },
  ]);
}

/** Renders the router, which is created anew for each person who signs in. */
export default function SignedIn() {
  const app = useApp();
  const router = useDisposable(useCallback(() => createAppRouter(app), [app]));
  const { me, home, menu } = useAccount();
  const forced = me?.isChangePwd === 'Y';
  useEffect(() => {
    if (!router || !home || !menu || !takeArrival()) return;
    // Few tenants have a page of their own.
    if (home.route !== paths.home)
      void import('./session/arrival.ts').then(({ openRoute }) => openRoute(router, home.route, menu));
  }, [router, home, menu]);
  useEffect(() => {
    if (router && forced && router.state.location.pathname !== paths.newPassword) {
      void router.navigate(paths.forcedPassword, { replace: true });
    }
  }, [forced, router]);
  return router ? <RouterProvider router={router} /> : <LoadingPage />;
}
