import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { insertRecord } from '../operation/write-record.ts';

export interface SprintFields {
  title: string;
  startDate: string;
  goal?: string | undefined;
  plannedEnd?: string | null | undefined;
}

export interface SprintRow {
  id: number;
  boardId: number;
  title: string;
  goal: string;
  startDate: string;
  plannedEnd: string | null;
  state: 'open' | 'ended';
  startedAt: Date | null;
  endedAt: Date | null;
  version: number;
}

/** Refuses a title without text and an end before the start. @throws AppError VALIDATION_FAILED */
export function checkSprint({ title, startDate, plannedEnd }: SprintFields, at = ''): void {
  if (title.trim() === '') throw invalid([{ path: `${at}/title`, key: 'errors.agile.required' }]);
  if (plannedEnd && plannedEnd < startDate)
    throw invalid([{ path: `${at}/plannedEnd`, key: 'errors.agile.endBeforeStart' }]);
}

/** The columns of a `SprintRow`. */
export const sprintColumns = sql`id, board_id as "boardId", title::text as title, goal, start_date as "startDate",
  planned_end as "plannedEnd", state, started_at as "startedAt", ended_at as "endedAt", version`;

/** @throws AppError NOT_FOUND */
export async function readSprint(
  db: TenantTransaction,
  id: number,
  lock: 'none' | 'update' = 'none',
): Promise<SprintRow> {
  const { rows } = await sql<SprintRow>`
    select ${sprintColumns} from sprint where id = ${id} and deleted_at is null ${lock === 'update' ? sql`for update` : sql``}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** Fields of a sprint that operations tell of, by their wire names. */
export const loggedFields = ({ title, goal, startDate, plannedEnd, state }: SprintRow) => ({
  title,
  goal,
  startDate,
  plannedEnd,
  state,
});

/** Adds a sprint to a board, whose row is locked. @returns the change for the log */
export const insertSprint = (
  ctx: Context,
  boardId: number,
  { title, startDate, goal = '', plannedEnd = null }: SprintFields,
): Promise<OpChange> =>
  insertRecord(
    ctx,
    'sprint',
    { title: title.trim(), goal: goal.trim(), startDate, plannedEnd, state: 'open' },
    { columns: { board_id: sql`${boardId}` }, notes: { boardId } },
  );
