import { useEffect } from 'react';
import { LazyComponent, lazyComponent, shellPatience } from '../ui/index.ts';
import type { LazySource } from '../ui/index.ts';
import { useAccount } from './app-context.ts';
import { FailedPage } from './FailedPage.tsx';
import { guard } from './guard.ts';
import { Overlays } from './Overlays.tsx';
import { paths } from './paths.ts';
import { takeDestination } from './session/destination.ts';
import { LoadingPage } from './LoadingPage.tsx';

// The router and its pages load after the sign-in, so that the sign-in page stays small.
const signedInPages = lazyComponent(() => import('./router.tsx'), shellPatience);
const restrictedPage = lazyComponent(() => import('./states/RestrictedPage.tsx'), shellPatience);
// Signed-in persons do not need it. It loads beside the tenant's appearance, which it waits for anyway.
const loginPage = lazyComponent(() => import('./session/LoginPage.tsx'), shellPatience);

/** Starts the load of the sign-in page's code, before the page renders. */
export const preloadLoginPage = (): void => loginPage.preload();

/** Loads a page's code. It renders a greeting meanwhile, and a retry after a failure. */
function Pages({ source }: { source: LazySource<object> }) {
  return (
    <LazyComponent source={source} fallback={<LoadingPage />} renderFailed={() => <FailedPage />}>
      {(Loaded) => <Loaded />}
    </LazyComponent>
  );
}

/** Renders the sign-in page for any address of a person without a session (specification 1, navigation guard). */
function SignedOut() {
  const restricted = window.location.pathname === paths.restricted;
  useEffect(() => {
    if (restricted) return undefined;
    function applyGuard() {
      const instead = guard(
        { signedIn: false, mustChangePassword: false, grants: null },
        window.location.pathname,
      );
      if (instead !== null) window.history.replaceState(null, '', instead);
    }
    applyGuard();
    window.addEventListener('popstate', applyGuard);
    return () => window.removeEventListener('popstate', applyGuard);
  }, [restricted]);
  return <Pages source={restricted ? restrictedPage : loginPage} />;
}

/** Replaces the address of the sign-in page by the one that the person wanted, before the router starts. */
function openDestination() {
  if (window.location.pathname === paths.login) {
    window.history.replaceState(null, '', takeDestination() ?? paths.home);
  }
}

/** Renders the pages of a signed-in person or the sign-in page, and the overlays. */
export function AppRoot() {
  const { signedIn } = useAccount();
  if (signedIn) openDestination();
  return (
    <>
      {signedIn ? <Pages source={signedInPages} /> : <SignedOut />}
      <Overlays />
    </>
  );
}
