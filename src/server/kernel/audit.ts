import { sql } from 'kysely';
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
  /** Actor, where nobody is signed in yet. */
  userId?: number;
  userName?: string;
  /** Whether the write named no version. */
  unconditional?: boolean;
}

/** Actor and address: the context of a request, or what a job kept of one. */
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
  if (changes.length === 0) return;
  const entries = changes.map((change) => ({
    user_id: change.userId ?? ctx.caller?.userId ?? null,
    entity: change.entity,
    entity_id: String(change.entityId),
    action: change.action,
    before: change.before,
    after: change.after,
    unconditional: change.unconditional ?? false,
    user_name: change.userName ?? ctx.caller?.name ?? null,
  }));
  const agent = String(ctx.headers['user-agent'] ?? '').slice(0, 400);
  // One parameter, since a statement has at most 65,535 of them.
  await sql`
    insert into audit (tenant_id, user_id, entity, entity_id, action, before, after, unconditional, user_name, address,
      request_id, user_agent)
    select ${ctx.tenant.id}::int, e.*, ${ctx.address}::text, ${ctx.requestId}::text, ${agent}::text
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e (user_id bigint, entity text, entity_id text, action text,
      before jsonb, after jsonb, unconditional boolean, user_name text)`.execute(db);
}
