/** The part of the database that resources may import: the request's transaction and constraint violations. */
export { violatedConstraint } from '../db/database-errors.ts';
export type { TenantTransaction } from '../db/tables.ts';
