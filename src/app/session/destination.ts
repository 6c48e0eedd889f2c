import { createUiStore } from '../../ui/index.ts';
import { guard } from '../guard.ts';
import { paths } from '../paths.ts';

const destination = createUiStore<{ address: string | null }>({ address: null });

/** Stores the page that a person without a session opened, to navigate to it after the sign-in. */
export function rememberDestination(address: string): void {
  const path = address.split('?')[0]!;
  const needsSession = guard({ signedIn: false, mustChangePassword: false, grants: null }, path) !== null;
  destination.setState({ address: needsSession && path !== paths.newPassword ? address : null });
}

/** Returns the stored address and removes it. */
export function takeDestination(): string | null {
  const { address } = destination.getState();
  destination.setState({ address: null });
  return address;
}
