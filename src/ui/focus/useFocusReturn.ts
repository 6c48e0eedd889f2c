import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { focusManagement } from './focus-management.ts';
import { useUnmount } from '../useUnmount.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

/** An element and its ancestors, from the inside out. */
function pathOf(element: Element | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    if (at instanceof HTMLElement) path.push(at);
  }
  return path;
}

/** The path of the focused element; behind an entry of a menu, which leaves with its menu, that of the menu's button. */
function focusPath(): HTMLElement[] {
  const { activeElement } = document;
  const isInMenu = Boolean(activeElement?.closest('[role="menu"]'));
  const opener = '[aria-haspopup="menu"][aria-expanded="true"]:not([role="menuitem"])';
  return [...pathOf(activeElement), ...(isInMenu ? pathOf(document.querySelector(opener)) : [])];
}

/** Returns the element itself, else the focusable one nearest to its former position, else the page's content. */
function nearestFocusable(path: readonly HTMLElement[]): HTMLElement | null {
  for (const element of path) {
    if (!element.isConnected) continue;
    if (element.matches(`${focusable}, [tabindex]`)) return element;
    const inside = element.querySelector<HTMLElement>(focusable);
    if (inside) return inside;
  }
  return document.querySelector<HTMLElement>('main[tabindex]');
}

/**
 * Fluent ends its focus management with the last component that uses it, and elements that an open dialog hid from screen
 * readers then stay hidden. One user that is never unmounted prevents that.
 */
function FocusManagement(): null {
  useRestoreFocusTarget();
  return null;
}

/**
 * Returns the focus to the element that had it before a dialog opened, for a dialog that is mounted only while it is open.
 * That element may be removed meanwhile (a row's buttons exist only while the row has pointer or focus).
 */
export function useFocusReturn(): void {
  const [path] = useState(focusPath);
  useEffect(() => focusManagement.setState({ component: FocusManagement }), []);
  // Runs after the dialog's surface is removed, else its focus trap takes the focus again.
  useUnmount(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      nearestFocusable(path)?.focus();
    }
  });
}
