import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { keepFocus } from './focus-keeper.ts';
import { useUnmount } from './useUnmount.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

/** What has the focus now, and what it lies in, from the inside out. */
function pathOfFocus(): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    if (at instanceof HTMLElement) path.push(at);
  }
  return path;
}

/** The element itself, else what is nearest to where it was, else the page's own content. */
function nearest(path: readonly HTMLElement[]): HTMLElement | null {
  for (const place of path) {
    if (!place.isConnected) continue;
    if (place.matches(`${focusable}, [tabindex]`)) return place;
    const inside = place.querySelector<HTMLElement>(focusable);
    if (inside) return inside;
  }
  return document.querySelector<HTMLElement>('main[tabindex]');
}

/**
 * Fluent drops its focus handling with the last component that uses it, and then nobody shows screen readers again what
 * an open dialog hid from them. One user that stays prevents that.
 */
function Keeper(): null {
  useRestoreFocusTarget();
  return null;
}

/**
 * Puts the focus back where it was before a dialog opened; for a dialog that is drawn only while it is open. What had it
 * may be gone by then (a row's buttons are there only while the row has pointer or focus).
 */
export function useFocusReturn(): void {
  const [path] = useState(pathOfFocus);
  useEffect(() => keepFocus(Keeper), []);
  // Runs after the surface is removed, else its focus trap takes the focus again.
  useUnmount(() => {
    if (document.activeElement === null || document.activeElement === document.body) nearest(path)?.focus();
  });
}
