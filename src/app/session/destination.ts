import { createUiStore } from '../../ui/index.ts';
import { guard } from '../guard.ts';
import { paths } from '../paths.ts';

const destination = createUiStore<{ address: string | null }>({ address: null });

/** Remembers the page that somebody without a session opened; their sign-in takes them there. */
export function rememberDestination(address: string): void {
  const path = address.split('?')[0]!;
  const needsSession = guard({ signedIn: false, mustChangePassword: false, grants: null }, path) !== null;
  destination.setState({ address: needsSession && path !== paths.newPassword ? address : null });
}

/** The remembered address, once. */
export function takeDestination(): string | null {
  const { address } = destination.getState();
  destination.setState({ address: null });
  return address;
}
