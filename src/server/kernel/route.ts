import type { TSchema } from 'typebox';
import type { RouteAccess } from '../../contracts/data-catalogue.ts';
import type { RouteInput, RouteSpec } from './contract.ts';

/** Declares a route whose handler's input and reply are typed by its schemas. */
export function route<
  const A extends RouteAccess,
  R extends TSchema,
  I extends RouteInput = Record<never, never>,
  P = undefined,
>(spec: RouteSpec<I, R, A, P>): RouteSpec {
  // All routes of a list have one type; mount() validates each input by its own schema before the handler sees it.
  return spec as unknown as RouteSpec;
}
