import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A transaction of one tenant, running as `molde_app`: rows of other tenants do not exist in it. */
export type TenantTransaction = Transaction<Tables>;
