import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { insertRecord } from '../operation/write-record.ts';
import { requiredTitle } from '../work/text.ts';

/**
 * The tag of a board with a name, whatever case and accents; it is made where there is none. The board is locked.
 * @returns its id, and the change for the log where it was made
 */
export async function ensureTag(
  ctx: Context,
  boardId: number,
  given: { title: string | undefined; color?: string | null | undefined },
): Promise<{ id: number; change: OpChange | null }> {
  const title = requiredTitle(given.title);
  const color = given.color ?? null;
  const { rows } = await sql<{ id: number }>`
    select id from tag where board_id = ${boardId} and molde_fold(title) = molde_fold(${title})`.execute(
    ctx.db,
  );
  if (rows[0]) return { id: rows[0].id, change: null };
  const change = await insertRecord(ctx, 'tag', { title, color, boardId });
  return { id: change.id, change };
}
