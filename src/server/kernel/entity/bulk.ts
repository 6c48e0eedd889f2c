import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import { dropEventsSince, eventMark } from '../../db/pending-events.ts';
import type { Context } from '../contract.ts';
import { AppError, failureOf } from '../errors.ts';
import { Statement } from './statement.ts';

/** Records that one call may change. */
export const BULK_LIMIT = 1000;

export interface BulkResult {
  id: number;
  ok: boolean;
  message?: string;
  code?: string;
  errors?: FieldError[];
}

/**
 * Runs a write for each record, each in a savepoint of the request's transaction: one that is refused leaves the others.
 */
export async function eachRecord(
  ctx: Context,
  keys: readonly number[],
  write: (key: number) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of keys) {
    const failure = await inSavepoint(ctx, () => write(id));
    results.push(
      failure === null
        ? { id, ok: true }
        : { id, ok: false, message: failure.message, code: failure.code, errors: failure.errors ?? [] },
    );
  }
  return results;
}

/** Runs a write in a savepoint. Returns how it failed, for failures that its caller can mend; null when it did not. */
export async function inSavepoint(
  ctx: Context,
  write: () => Promise<unknown>,
): Promise<ReturnType<typeof failureOf> | null> {
  await new Statement().run(ctx.db, 'savepoint record');
  const mark = eventMark(ctx.db);
  try {
    await write();
    await new Statement().run(ctx.db, 'release savepoint record');
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await new Statement().run(ctx.db, 'rollback to savepoint record');
    dropEventsSince(ctx.db, mark);
    return failureOf(error, ctx.lang);
  }
}

/** Whether a body names what to do: either `set` or `delete`. */
export const isChange = (body: JsonObject): boolean => isObject(body['set']) !== (body['delete'] === true);
