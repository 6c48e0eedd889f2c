import { useEffect } from 'react';
import { LazyComponent, lazyComponent } from '../ui/index.ts';
import type { LazySource } from '../ui/index.ts';
import { useAccount } from './app-context.ts';
import { FailedPage } from './FailedPage.tsx';
import { guard } from './guard.ts';
import { Overlays } from './Overlays.tsx';
import { paths } from './paths.ts';
import LoginPage from './session/LoginPage.tsx';
import { takeDestination } from './session/destination.ts';
import { LoadingPage } from './LoadingPage.tsx';

// The router and all that it leads to come after the sign-in; the page before it stays light.
const signedInPages = lazyComponent(() => import('./router.tsx'));
const restrictedPage = lazyComponent(() => import('./session/RestrictedPage.tsx'));

/** Pages whose code comes apart: until then a greeting, and the way to try again when it does not come. */
function Pages({ part }: { part: LazySource<object> }) {
  return (
    <LazyComponent source={part} fallback={<LoadingPage />} renderFailed={() => <FailedPage />}>
      {(Loaded) => <Loaded />}
    </LazyComponent>
  );
}

/** Without a session: the sign-in page at its address, whatever was asked for (specification 1, navigation guard). */
function SignedOut() {
  const restricted = window.location.pathname === paths.restricted;
  useEffect(() => {
    if (restricted) return undefined;
    function settle() {
      const instead = guard(
        { signedIn: false, mustChangePassword: false, grants: null },
        window.location.pathname,
      );
      if (instead !== null) window.history.replaceState(null, '', instead);
    }
    settle();
    window.addEventListener('popstate', settle);
    return () => window.removeEventListener('popstate', settle);
  }, [restricted]);
  return restricted ? <Pages part={restrictedPage} /> : <LoginPage />;
}

/** Before the router starts, the address is the page the person wanted. */
function enter() {
  if (window.location.pathname === paths.login) {
    window.history.replaceState(null, '', takeDestination() ?? paths.home);
  }
}

/** Signed in or not: the one fork of the application. */
export function AppRoot() {
  const { signedIn } = useAccount();
  if (signedIn) enter();
  return (
    <>
      {signedIn ? <Pages part={signedInPages} /> : <SignedOut />}
      <Overlays />
    </>
  );
}
