import type { RouteInfo } from '../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Env } from '../env.ts';
import type { Context, FailureSource } from './contract.ts';
import type { KernelFiles } from './kernel-files.ts';
import type { Tenants } from './tenants.ts';
import type { Tokens } from './token.ts';
import type { TotalCache } from './totals.ts';

/** The answer of a route that another one has called. */
export interface RouteAnswer {
  status: number;
  body: JsonObject;
}

/** Parts of the running server that the kernel itself works with. Layers above it get more: `Platform`. */
export interface KernelParts {
  env: Env;
  tokens: Tokens;
  tenants: Tenants;
  totals: TotalCache;
  files: KernelFiles;
  /** Calls a route as the caller of a request does, with the checks of that route. No transaction may be open meanwhile. */
  read(ctx: Pick<Context, 'host' | 'headers' | 'address'>, address: string): Promise<RouteAnswer>;
  /** The mounted routes; complete when the server is ready. */
  routes: RouteInfo[];
  /** The kinds of rows that can fail in the end; complete when the server is ready. */
  failures: FailureSource[];
  /** The topics of the mounted resources that definitions may name. */
  topics: string[];
}
