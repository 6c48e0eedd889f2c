import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
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
  const { id } = await ctx.db
    .insertInto('tag')
    .values({ tenant_id: ctx.tenant.id, board_id: boardId, title, color, created_by: ctx.caller.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { title, color, boardId };
  return { id, change: { entity: 'tag', id, version: 1, projectId: null, before: null, after } };
}
