import type { Grants } from '../contracts/access.ts';
import { firstSegment, paths } from './paths.ts';

/** The guard's input; `grants` is null while the menu is loading. */
export interface GuardState {
  signedIn: boolean;
  mustChangePassword: boolean;
  grants: Grants | null;
}

/** Routes that need no read permission (specification 1, section 2, navigation guard). */
const free = new Set(['profile', 'authenticate', 'int-monitorv2']);
/** Reachable without a session. */
const open = new Set<string>([paths.login, paths.restricted, '/authenticate']);
const exempt = new Set<string>([paths.login, paths.restricted, paths.newPassword, paths.home]);

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** Whether the guard needs the menu to decide about this path. */
export function needsMenu(path: string): boolean {
  return !exempt.has(withoutSlash(path)) && !free.has(firstSegment(path));
}

/** Returns the path that replaces `path` in a navigation, or null when the navigation may proceed. */
export function guard(state: GuardState, path: string): string | null {
  const at = withoutSlash(path);
  if (!state.signedIn) return open.has(at) ? null : paths.login;
  if (state.mustChangePassword) return at === paths.newPassword ? null : paths.forcedPassword;
  // These two pages have no use for a signed-in person.
  if (at === paths.login || at === paths.newPassword) return paths.home;
  if (!needsMenu(at)) return null;
  return state.grants?.allScreens || state.grants?.screens.get(firstSegment(at))?.read
    ? null
    : paths.restricted;
}
