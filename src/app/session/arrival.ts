import type { createBrowserRouter } from 'react-router-dom';
import type { Menu } from '../../contracts/menu.ts';
import { guard } from '../guard.ts';
import { paths } from '../paths.ts';
import { grantsOf } from './account.ts';

/** Opens the tenant's page after a sign-in, in place of the home page. One that the person may not open would greet with a refusal. */
export function openRoute(router: ReturnType<typeof createBrowserRouter>, route: string, menu: Menu): void {
  const state = { signedIn: true, mustChangePassword: false, grants: grantsOf(menu) };
  const isHome = router.state.location.pathname === paths.home;
  if (isHome && guard(state, route.split('?')[0]!) === null) void router.navigate(route, { replace: true });
}
