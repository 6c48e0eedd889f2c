import type { Env } from '../env.ts';
import type { Resource } from './contract.ts';
import type { Tenants } from './tenants.ts';
import type { Tokens } from './token.ts';
import type { TotalCache } from './totals.ts';

/** What of the running server a resource may need; handed over once, when the resources are made. */
export interface Platform {
  env: Env;
  tokens: Tokens;
  tenants: Tenants;
  totals: TotalCache;
}

/** Makes every resource of the server, in the order they are mounted. */
export type ResourceList = (platform: Platform) => Resource[];
