/** What resources may see of the database: the request's transaction, and what a write broke in it. */
export { brokenConstraint } from '../db/failures.ts';
export type { TenantTransaction } from '../db/tenant-db.ts';
