import type { DefinitionKind } from '../../../contracts/definitions.ts';

/** Kinds with an address of their own. */
export const routedKinds = ['screen', 'dashboard'] as const;

export interface Route {
  kind: (typeof routedKinds)[number];
  id: string;
  path: string;
}

export function isRouted(kind: DefinitionKind): kind is Route['kind'] {
  return (routedKinds as readonly DefinitionKind[]).includes(kind);
}

/** Returns the first of the routes that matches the address, with its parameters. */
export function matchRoute(
  routes: readonly Route[],
  address: string,
): (Pick<Route, 'kind' | 'id'> & { params: Record<string, string> }) | null {
  for (const { kind, id, path } of routes) {
    const params = matchPath(path, address);
    if (params !== null) return { kind, id, params };
  }
  return null;
}

/**
 * Returns the parameters of a route path (`/admin-user/:id`) for an address (`/admin-user/12`), or null without a match.
 * A trailing slash does not count; segments are percent-decoded.
 */
export function matchPath(route: string, address: string): Record<string, string> | null {
  const wanted = segments(route);
  const given = segments(address);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const text = decoded(given[at] ?? '');
    if (text === null) return null;
    if (segment.startsWith(':')) params[segment.slice(1)] = text;
    else if (segment !== text) return null;
  }
  return params;
}

/** Orders routes so that a literal segment is tried before a parameter at the same position. */
export function byPrecision(left: string, right: string): number {
  const key = (route: string) =>
    segments(route)
      .map((segment) => (segment.startsWith(':') ? '1' : '0'))
      .join('');
  return key(left).localeCompare(key(right)) || left.localeCompare(right);
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
