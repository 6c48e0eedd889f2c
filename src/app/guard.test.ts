import { describe, expect, test } from 'vitest';
import type { Grants } from '../contracts/access.ts';
import { guard, needsMenu } from './guard.ts';

const flags = (read: boolean) => ({ read, create: true, update: true, delete: true });
const grants: Grants = {
  allScreens: false,
  screens: new Map([
    ['admin-user', flags(true)],
    ['admin-module', flags(false)],
  ]),
  specials: new Set(),
};
const nobody = { signedIn: false, mustChangePassword: false, grants: null };
const person = { signedIn: true, mustChangePassword: false, grants };
const flagged = { ...person, mustChangePassword: true };

describe('guard', () => {
  test.each([
    [nobody, '/', '/login'],
    [nobody, '/admin-user', '/login'],
    [nobody, '/login', null],
    [nobody, '/login/', null],
    [nobody, '/login/forgotpwd', null],
    [nobody, '/login/forgotpwd/confirm', null],
    [nobody, '/login/made-up', '/login'],
    [nobody, '/restricted-access', null],
    [nobody, '/profile/1', '/login'],
    [person, '/', null],
    [person, '/admin-user', null],
    [person, '/admin-user/12', null],
    [person, '/admin-user/', null],
    [person, '/admin-module', '/restricted-access'],
    [person, '/made-up', '/restricted-access'],
    [person, '/restricted-access', null],
    [person, '/profile/1', null],
    [{ ...person, userId: 7 }, '/profile', '/profile/7'],
    [{ ...person, userId: 7 }, '/profile/', '/profile/7'],
    [person, '/authenticate', null],
    [person, '/int-monitorv2/x', null],
    [person, '/profiles', '/restricted-access'],
    [person, '/login', '/'],
    [person, '/login/forgotpwd', '/'],
    [person, '/login/forgotpwd/confirm', '/'],
    [flagged, '/', '/login/forgotpwd/confirm?forcedReset=Y'],
    [flagged, '/admin-user', '/login/forgotpwd/confirm?forcedReset=Y'],
    [flagged, '/profile/1', '/login/forgotpwd/confirm?forcedReset=Y'],
    [flagged, '/login/forgotpwd/confirm', null],
    [{ ...person, grants: null }, '/admin-user', '/restricted-access'],
    [nobody, '/support', '/login'],
    [person, '/support', '/restricted-access'],
    [{ ...person, supportHost: true }, '/support', null],
    [{ ...person, supportHost: true }, '/support/12', null],
    [{ ...person, supportHost: true }, '/supports', '/restricted-access'],
    [{ ...flagged, supportHost: true }, '/support', '/login/forgotpwd/confirm?forcedReset=Y'],
  ])('%o at %s goes to %s', (state, path, answer) => {
    expect(guard(state, path)).toBe(answer);
  });

  test('needs the menu only for paths that its permissions decide about', () => {
    expect(
      ['/', '/login', '/restricted-access', '/profile/3', '/support', '/admin-user'].map(needsMenu),
    ).toEqual([false, false, false, false, false, true]);
  });
});
