import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import { dropEventsSince, eventMark } from '../../db/pending-events.ts';
import type { Context } from '../contract.ts';
import { AppError, failureOf } from '../errors.ts';
import { Statement } from './statement.ts';

/** Records that one transaction writes: on the embedded database all others wait for it meanwhile. */
export const BULK_LIMIT = 1000;

export interface BulkResult {
  id: number;
  ok: boolean;
  message?: string;
  code?: string;
  errors?: FieldError[];
}

/** Outcome for a record, as a call that changes several answers it. */
export function bulkResult({ lang }: Pick<Context, 'lang'>, id: number, outcome: unknown): BulkResult {
  if (!(outcome instanceof AppError)) return { id, ok: true };
  const { message, code, errors = [] } = failureOf(outcome, lang);
  return { id, ok: false, message, code, errors };
}

/** Runs a write in a savepoint. Returns the refusal of one that its caller can mend, of which nothing is kept; null without one. */
export async function inSavepoint(
  ctx: Pick<Context, 'db'>,
  write: () => Promise<unknown>,
): Promise<AppError | null> {
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
    return error;
  }
}

/** Runs work. @returns the refusal of what its caller can mend; null without one */
export async function refusalOf(work: () => unknown): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

/** Whether a body names what to do: either `set` or `delete`. */
export const isChange = (body: JsonObject): boolean => isObject(body['set']) !== (body['delete'] === true);
