import { useEffect } from 'react';
import { LazyComponent, lazyComponent, shellPatience } from '../ui/index.ts';
import type { LazySource } from '../ui/index.ts';
import { useAccount, useApp } from './app-context.ts';
import { FailedPage } from './FailedPage.tsx';
import { guard } from './guard.ts';
import { Overlays } from './Overlays.tsx';
import { paths } from './paths.ts';
import { takeDestination } from './session/destination.ts';
import { resetToken, usePublicAddress } from './session/public-address.ts';
import { LoadingPage } from './LoadingPage.tsx';

// The router and its pages load after the sign-in, so that the sign-in page stays small.
const signedInPages = lazyComponent(() => import('./router.tsx'), shellPatience);
const restrictedPage = lazyComponent(() => import('./states/RestrictedPage.tsx'), shellPatience);
// Signed-in persons do not need it. It loads beside the tenant's appearance, which it waits for anyway.
const loginPage = lazyComponent(() => import('./session/LoginPage.tsx'), shellPatience);
const forgotPage = lazyComponent(() => import('./session/ForgotPasswordPage.tsx'), shellPatience);
const authenticatePage = lazyComponent(() => import('./session/AuthenticatePage.tsx'), shellPatience);
const resetPage = lazyComponent(() => import('./session/ResetPasswordPage.tsx'), shellPatience);

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

/** The page of a person without a session: the sign-in page for all but few addresses (specification 1, navigation guard). */
function publicPage(address: string): LazySource<object> {
  if (resetToken(address) !== null) return resetPage;
  const path = address.split('?')[0]!.replace(/\/+$/, '');
  if (path === paths.restricted) return restrictedPage;
  if (path === paths.authenticate) return authenticatePage;
  return path === paths.forgotPassword ? forgotPage : loginPage;
}

function SignedOut({ address }: { address: string }) {
  const restricted = window.location.pathname === paths.restricted;
  useEffect(() => {
    if (restricted) return undefined;
    function applyGuard() {
      const instead = guard(
        { signedIn: false, mustChangePassword: false, grants: null },
        window.location.pathname,
      );
      // The forced change of a password needs a session.
      const isForced = window.location.search.includes('forcedReset');
      if (instead !== null || isForced) window.history.replaceState(null, '', instead ?? paths.login);
    }
    applyGuard();
    window.addEventListener('popstate', applyGuard);
    return () => window.removeEventListener('popstate', applyGuard);
  }, [restricted]);
  return <Pages source={publicPage(address)} />;
}

/** Replaces the address of the sign-in page by the one that the person wanted, before the router starts. */
function openDestination() {
  if (window.location.pathname === paths.login) {
    window.history.replaceState(null, '', takeDestination() ?? paths.home);
  }
}

/** Renders the pages of a signed-in person or the sign-in page, and the overlays. */
export function AppRoot() {
  const { account } = useApp();
  const { signedIn } = useAccount();
  const address = usePublicAddress();
  // A person without a session may read the restricted page; one whose session ended there wants to sign in.
  useEffect(
    () =>
      account.subscribe((now, before) => {
        const isLeft = before.signedIn && !now.signedIn && window.location.pathname === paths.restricted;
        if (isLeft) window.history.replaceState(null, '', paths.login);
      }),
    [account],
  );
  // A link of a mail belongs to whoever opens it, whoever is signed in here.
  // So does the answer of a provider, which must be taken before anything else is loaded.
  const hasPages = signedIn && resetToken(address) === null && address.split('?')[0] !== paths.authenticate;
  if (hasPages) openDestination();
  return (
    <>
      {hasPages ? <Pages source={signedInPages} /> : <SignedOut address={address} />}
      <Overlays />
    </>
  );
}
