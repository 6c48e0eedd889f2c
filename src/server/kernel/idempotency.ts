import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { JsonObject } from '../../contracts/json.ts';
import type { TenantTransaction } from '../db/tables.ts';
import { AppError } from './errors.ts';

/** A response stored under a key. For 24 hours it answers the same call again. */
export interface StoredResponse {
  status: number;
  response: JsonObject;
}

export interface IdempotentCall {
  tenantId: number;
  userId: number;
  key: string;
  methodUrl: string;
  requestHash: string;
}

/**
 * Reads the key of an Idempotency-Key header; null without the header.
 * @throws AppError BAD_IDEMPOTENCY_KEY for anything but 1 to 255 visible ASCII characters.
 */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new AppError('BAD_IDEMPOTENCY_KEY');
}

export function requestHash(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
}

/**
 * Inserts the key in the call's transaction. A second call with the same key waits here until the first one has committed,
 * and then gets its response, or has failed, and then does the work itself.
 * @returns the stored response, or null when this call does the work.
 * @throws AppError IDEMPOTENCY_KEY_REUSED when the key belongs to a different call.
 */
export async function claimKey(db: TenantTransaction, call: IdempotentCall): Promise<StoredResponse | null> {
  const taken = await db
    .insertInto('idempotency')
    .values({
      tenant_id: call.tenantId,
      user_id: call.userId,
      key: call.key,
      method_url: call.methodUrl,
      request_hash: call.requestHash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet({
          method_url: call.methodUrl,
          request_hash: call.requestHash,
          status: null,
          response: null,
          created_at: sql`now()`,
        })
        .where('idempotency.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return null;

  const stored = await db
    .selectFrom('idempotency')
    .where('tenant_id', '=', call.tenantId)
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .select(['method_url', 'request_hash', 'status', 'response'])
    .executeTakeFirstOrThrow();
  if (stored.method_url !== call.methodUrl || stored.request_hash !== call.requestHash) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  }
  if (stored.status === null || stored.response === null)
    throw new Error('an idempotency key without its answer was committed');
  return { status: stored.status, response: stored.response };
}

/** Stores the response in the transaction of the work it reports. */
export async function storeResponse(
  db: TenantTransaction,
  call: IdempotentCall,
  answer: StoredResponse,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: answer.status, response: JSON.stringify(answer.response) })
    .where('tenant_id', '=', call.tenantId)
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .execute();
}
