import type { RouteInfo } from '../../contracts/data-catalogue.ts';
import type { Env } from '../env.ts';
import type { Resource } from './contract.ts';
import type { Tenants } from './tenants.ts';
import type { Tokens } from './token.ts';
import type { TotalCache } from './totals.ts';

/** Parts of the running server that resources get when they are created. */
export interface Platform {
  env: Env;
  tokens: Tokens;
  tenants: Tenants;
  totals: TotalCache;
  /** The mounted routes; complete when the server is ready. */
  routes: RouteInfo[];
}

/** Creates all resources, in the order in which they are mounted. */
export type ResourceList = (platform: Platform) => Resource[];
