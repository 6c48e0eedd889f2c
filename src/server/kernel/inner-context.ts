import type { Context } from './contract.ts';
import type { TenantTransaction } from './database.ts';

/** The context of work within one of the transactions that a route opens itself. A context has getters, which must not be copied. */
export const innerContext = (ctx: Context, db: TenantTransaction): Context =>
  Object.create(ctx, { db: { value: db } }) as Context;
