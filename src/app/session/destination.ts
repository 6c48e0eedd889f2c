import { guard } from '../guard.ts';
import { paths } from '../paths.ts';

let wanted: string | null = null;

/** Remembers the page that somebody without a session came for; their sign-in takes them there. */
export function rememberDestination(address: string): void {
  const path = address.split('?')[0]!;
  const closed = guard({ signedIn: false, mustChangePassword: false, grants: null }, path) !== null;
  wanted = closed && path !== paths.newPassword ? address : null;
}

/** The remembered address, once. */
export function takeDestination(): string | null {
  const address = wanted;
  wanted = null;
  return address;
}
