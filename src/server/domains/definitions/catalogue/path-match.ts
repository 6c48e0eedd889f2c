import type { DefinitionKind } from '../../../../contracts/definitions.ts';
import { matchPath, segmentsOf } from '../../../../contracts/route-path.ts';

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

/** Orders routes so that a literal segment is tried before a parameter at the same position. */
export function byPrecision(left: string, right: string): number {
  const key = (route: string) =>
    segmentsOf(route)
      .map((segment) => (segment.startsWith(':') ? '1' : '0'))
      .join('');
  return key(left).localeCompare(key(right)) || left.localeCompare(right);
}

/** A path with its parameters nameless: two paths of one shape match the same addresses. */
export function shapeOf(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':').replace(/\/$/, '');
}
