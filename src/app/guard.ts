import type { Grants } from '../contracts/access.ts';
import { firstSegment, paths } from './paths.ts';

/** The guard's input; `grants` is null while the menu is loading. */
export interface GuardState {
  signedIn: boolean;
  mustChangePassword: boolean;
  grants: Grants | null;
  /** Id of the signed-in person. */
  userId?: number | undefined;
  /** Whether the support chat opens on this host. */
  supportHost?: boolean;
}

/** Routes that need no read permission (specification 1, section 2, navigation guard). */
const free = new Set(['profile', 'authenticate', 'int-monitorv2']);
/** Open on some hosts alone, and there without the check: what the page calls needs the permission. */
const support = 'support';
/** Reachable without a session. */
const open = new Set<string>([
  paths.login,
  paths.forgotPassword,
  paths.newPassword,
  paths.restricted,
  paths.authenticate,
]);
const exempt = new Set<string>([
  paths.login,
  paths.restricted,
  paths.forgotPassword,
  paths.newPassword,
  paths.home,
]);

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** Whether the guard needs the menu to decide about this path. */
export function needsMenu(path: string): boolean {
  const first = firstSegment(path);
  return !exempt.has(withoutSlash(path)) && !free.has(first) && first !== support;
}

/** Returns the path that replaces `path` in a navigation, or null when the navigation may proceed. */
export function guard(state: GuardState, path: string): string | null {
  const at = withoutSlash(path);
  if (!state.signedIn) return open.has(at) ? null : paths.login;
  if (state.mustChangePassword) return at === paths.newPassword ? null : paths.forcedPassword;
  // These pages have no use for a signed-in person.
  if (at === paths.login || at === paths.forgotPassword || at === paths.newPassword) return paths.home;
  if (firstSegment(at) === support) return state.supportHost === true ? null : paths.restricted;
  if (at === paths.ownProfile && state.userId !== undefined) return `${paths.ownProfile}/${state.userId}`;
  if (!needsMenu(at)) return null;
  return state.grants?.allScreens || state.grants?.screens.get(firstSegment(at))?.read
    ? null
    : paths.restricted;
}
