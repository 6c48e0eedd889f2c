import type { TSchema } from 'typebox';
import type { RouteAccess, RouteInput, RouteSpec } from './contract.ts';

/** Says one route, with its handler's input and answer typed from the schemas beside it. */
export function route<
  const A extends RouteAccess,
  R extends TSchema,
  I extends RouteInput = Record<never, never>,
  P = undefined,
>(spec: RouteSpec<I, R, A, P>): RouteSpec {
  // A list of routes has one type for all; mount() proves each input against its own schema before the handler sees it.
  return spec as unknown as RouteSpec;
}
