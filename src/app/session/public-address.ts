import { useSyncExternalStore } from 'react';
import { paths } from '../paths.ts';

/** The addresses before the sign-in, where the router is not loaded. */

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

/** The path and query of the window, which follow `openPublic` and the browser's back. */
export function usePublicAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
}

/** Opens a page before the sign-in. */
export function openPublic(path: string, replace = false): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** The token of a link that sets a new password; null at any other address. '' when the link has lost it. */
export function resetToken(address: string): string | null {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  if (pathname.replace(/\/+$/, '') !== paths.newPassword) return null;
  // The forced change belongs to a person who is signed in.
  if (searchParams.get('forcedReset') === 'Y') return null;
  return searchParams.get('token') ?? '';
}
