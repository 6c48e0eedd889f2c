import type { JsonObject } from '../../contracts/json.ts';
import type { Caller, Context, Tenant } from './contract.ts';

export interface Change {
  /** Kind of record: 'user', 'access-group'. */
  entity: string;
  entityId: string | number;
  action: 'create' | 'update' | 'delete' | (string & {});
  /** Null when there was no record. Never contains a password or its hash. */
  before: JsonObject | null;
  after: JsonObject | null;
  /** Who acts, where nobody is signed in yet. */
  userId?: number;
  userName?: string;
  /** Whether the write named no version. */
  unconditional?: boolean;
}

/** Who acts, from where: the context of a request, or what a job kept of one. */
export interface AuditContext extends Pick<
  Context<Caller | null>,
  'caller' | 'address' | 'requestId' | 'headers' | 'db'
> {
  tenant: Pick<Tenant, 'id'>;
}

/**
 * Stores an audit entry (person, action, values before and after, time and address) in the transaction of the change.
 * @param db the transaction, for routes that open their own.
 */
export async function audit(ctx: AuditContext, change: Change, db = ctx.db): Promise<void> {
  await auditMany(ctx, [change], db);
}

/** Stores the audit entries of several changes in one statement. */
export async function auditMany(ctx: AuditContext, changes: readonly Change[], db = ctx.db): Promise<void> {
  const entries = changes.map((change) => ({
    tenant_id: ctx.tenant.id,
    user_id: change.userId ?? ctx.caller?.userId ?? null,
    entity: change.entity,
    entity_id: String(change.entityId),
    action: change.action,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
    unconditional: change.unconditional ?? false,
    address: ctx.address,
    request_id: ctx.requestId,
    user_name: change.userName ?? ctx.caller?.name ?? null,
    user_agent: String(ctx.headers['user-agent'] ?? '').slice(0, 400),
  }));
  await db.insertInto('audit').values(entries).execute();
}
