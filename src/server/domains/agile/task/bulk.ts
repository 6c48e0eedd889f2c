import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, type KeyedError } from '../../../kernel/errors.ts';
import type { FieldError } from '../../../../contracts/errors.ts';
import { sortedIds } from './task-parts.ts';

/** People and tags that several tasks get or lose, whatever others each of them has. */
export interface ListChange {
  users?: number[] | undefined;
  tags?: number[] | undefined;
}

type Lists = Required<ListChange>;

/** The people and tags of a task after a change of several. Those not named stay as they were sent, or as they are. */
export function changedLists(
  stored: Lists,
  { add = {}, remove = {} }: { add?: ListChange | undefined; remove?: ListChange | undefined },
): ListChange {
  const changed = (field: keyof ListChange): ListChange => {
    const [added, removed] = [add[field] ?? [], remove[field] ?? []];
    if (added.length === 0 && removed.length === 0) return {};
    return { [field]: sortedIds([...stored[field], ...added].filter((id) => !removed.includes(id))) };
  };
  return { ...changed('users'), ...changed('tags') };
}

/** Why one of several tasks was refused. */
interface Refusal {
  id: number;
  error: AppError;
}

function reasonOf({ error }: Refusal, path: string): FieldError | KeyedError {
  const { errors, message, params } = error.options;
  const [first] = errors ?? [];
  if (first) return { ...first, path };
  return { path, key: message ?? `errors.${error.code}`, ...(params && { params }) };
}

/** The one error of all tasks that were refused: each is named at its place in `ids`, with its reason. */
function refusedTasks(ids: readonly number[], refusals: readonly Refusal[]): AppError {
  return new AppError(refusals[0]!.error.code, {
    message: 'errors.agile.tasksRefused',
    params: { count: refusals.length, total: ids.length },
    errors: refusals.map((refusal) => reasonOf(refusal, `/ids/${ids.indexOf(refusal.id)}`)),
  });
}

/**
 * Refuses a change of several tasks when some are refused.
 * @throws AppError naming every refused task; of one task, its own error
 */
export function assertNoneRefused(ids: readonly number[], refused: ReadonlyMap<number, AppError>): void {
  const refusals = ids.flatMap((id): Refusal[] => {
    const error = refused.get(id);
    return error ? [{ id, error }] : [];
  });
  const [first] = refusals;
  if (!first) return;
  throw ids.length === 1 ? first.error : refusedTasks(ids, refusals);
}

/**
 * Names the tasks because of which several could not be locked: those that are not there or hidden, and those of closed projects.
 * @throws AppError naming every refused task, or the error itself
 */
export async function nameUnlocked(ctx: Context, ids: readonly number[], error: unknown): Promise<never> {
  const isKnown = error instanceof AppError && ['NOT_FOUND', 'PROJECT_CLOSED'].includes(error.code);
  if (!isKnown || ids.length === 1) throw error;
  const { rows } = await sql<{ id: number; closed: boolean }>`
    select t.id, p.closed_at is not null as closed from task t join project p on p.id = t.project_id
    where t.id = any (${[...ids]}::bigint[]) and t.deleted_at is null`.execute(ctx.db);
  const found = new Map(rows.map(({ id, closed }) => [id, closed]));
  const refusals = ids
    .filter((id) => found.get(id) !== false)
    .map((id) => ({ id, error: new AppError(found.has(id) ? 'PROJECT_CLOSED' : 'NOT_FOUND') }));
  throw refusals.length > 0 ? refusedTasks(ids, refusals) : error;
}
