import type { Menu } from '../../contracts/menu.ts';
import { createUiStore } from '../../ui/index.ts';
import { guard } from '../guard.ts';
import { paths } from '../paths.ts';

const destination = createUiStore<{ address: string | null; arrived: boolean }>({
  address: null,
  arrived: false,
});

/** Stores the page that a person without a session opened, to navigate to it after the sign-in. */
export function rememberDestination(address: string): void {
  const path = address.split('?')[0]!;
  const needsSession = guard({ signedIn: false, mustChangePassword: false, grants: null }, path) !== null;
  destination.setState({ address: needsSession ? address : null });
}

/** The stored address, which stays. */
export const wantedAddress = (): string | null => destination.getState().address;

/** Returns the stored address and removes it. A person who wanted none but the home page arrives at the tenant's page. */
export function takeDestination(): string | null {
  const { address } = destination.getState();
  destination.setState({ address: null, arrived: address === null || address === paths.home });
  return address;
}

/** Whether the person has just signed in without having opened a page before; true once. */
export function takeArrival(): boolean {
  const { arrived } = destination.getState();
  destination.setState({ arrived: false });
  return arrived;
}

const refused = createUiStore<{ address: string; menu: Menu | null }>({ address: paths.home, menu: null });

/**
 * Stores the page that is refused, to return to it when the person gets the right.
 * @param menu the person's menu by which it was refused
 */
export const rememberRefused = (address: string, menu: Menu | null): void =>
  refused.setState({ address, menu });

/** The page that was refused last, the home page without one, and the menu by which it was. */
export const lastRefused = (): { address: string; menu: Menu | null } => refused.getState();
