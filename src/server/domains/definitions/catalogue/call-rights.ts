import type { Grants } from '../../../../contracts/access.ts';
import { mayCall, routesOfAddress, type RouteInfo } from '../../../../contracts/data-catalogue.ts';
import type { CallOfDocument } from '../inspection/inspect.ts';

/** A call of a document to a route that a person may not call. */
export interface RefusedCall extends CallOfDocument {
  route: RouteInfo;
}

/**
 * Returns the calls that a person may not make. A reference in an address has any value, so every route that it can lead to
 * counts.
 */
export function refusedCalls(
  calls: readonly CallOfDocument[],
  routes: readonly RouteInfo[],
  grants: Grants,
): RefusedCall[] {
  return calls.flatMap((call) =>
    routesOfAddress(routes, call.method, call.address)
      .filter((route) => !mayCall(grants, route))
      .map((route) => ({ ...call, route })),
  );
}
