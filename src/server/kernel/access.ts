import { createHash } from 'node:crypto';
import type { Grants, VerbFlags } from '../../contracts/access.ts';
import { specialPermissions } from '../../contracts/permissions.ts';
import { mayCall, type RouteAccess } from '../../contracts/data-catalogue.ts';
import type { EnteredCaller } from '../db/database.ts';
import type { Caller } from './contract.ts';
import { AppError } from './errors.ts';

/** Converts the caller that the database read into the form that handlers get. */
export function toCaller(entered: EnteredCaller, sessionId: string): Caller {
  return {
    userId: entered.userId,
    sessionId,
    login: entered.login,
    name: entered.name,
    photourl: entered.photourl,
    mustChangePassword: entered.mustChangePassword,
    grants: toGrants(entered),
  };
}

/** Converts the letters that `molde_enter` returns for each screen into grants. */
function toGrants(entered: EnteredCaller): Grants {
  const screens = new Map<string, VerbFlags>();
  for (const [screen, letters] of Object.entries(entered.screens)) {
    screens.set(screen, {
      read: letters.includes('r'),
      create: letters.includes('c'),
      update: letters.includes('u'),
      delete: letters.includes('d'),
    });
  }
  // Administrators hold every special permission, new ones included, by rule.
  const specials = entered.allScreens
    ? [...entered.specials, ...specialPermissions.map(({ permission }) => permission)]
    : entered.specials;
  return { allScreens: entered.allScreens, screens, specials: new Set(specials) };
}

/** Digest of permissions: equal for equal ones. Pages compare the one of their menu with the one of their connection. */
export function digestOfGrants({ allScreens, screens, specials }: Grants): string {
  const ordered = [allScreens, [...screens].sort(([a], [b]) => (a < b ? -1 : 1)), [...specials].sort()];
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url').slice(0, 16);
}

/**
 * Second check of a request: the caller's permission for the route.
 * @throws AppError PASSWORD_CHANGE_REQUIRED, FORBIDDEN
 */
export function assertAllowed(caller: Caller, access: RouteAccess, duringPasswordChange: boolean): void {
  if (caller.mustChangePassword && !duringPasswordChange) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  if (!mayCall(caller.grants, { access })) throw new AppError('FORBIDDEN');
}
