import type { JsonObject } from '../../contracts/json.ts';
import type { TenantTransaction } from '../db/tables.ts';
import type { Caller, Context } from './contract.ts';

export interface Change {
  /** What kind of thing, in code's own words: 'user', 'access-group'. */
  entity: string;
  entityId: string | number;
  action: 'create' | 'update' | 'delete' | (string & {});
  /** Never a password or its hash; null for what was not there. */
  before: JsonObject | null;
  after: JsonObject | null;
  /** The write named no version. */
  unconditional?: boolean;
}

/**
 * Writes who changed what, from, to, when and from where, in the transaction of the change itself.
 * @param db another transaction than the request's, for routes that open their own.
 */
export async function audit(
  ctx: Context<Caller | null>,
  change: Change,
  db: TenantTransaction = ctx.db,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: ctx.caller?.userId ?? null,
      entity: change.entity,
      entity_id: String(change.entityId),
      action: change.action,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
      unconditional: change.unconditional ?? false,
      address: ctx.address,
      request_id: ctx.requestId,
    })
    .execute();
}
