import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';

/**
 * Removes what the duplication of a project made: the project is not kept, so neither is its work. Nobody used it meanwhile.
 * @returns the changes of the undo @throws AppError UNDO_REFUSED for a project or a board with anything that was added since
 */
export async function removeDuplicate({ db }: Context, changes: readonly OpChange[]): Promise<OpChange[]> {
  const idsOf = (entity: OpChange['entity']): number[] =>
    changes.filter((change) => change.entity === entity).map(({ id }) => id);
  const [projects, boards, stories, tasks] = [
    idsOf('project'),
    idsOf('board'),
    idsOf('story'),
    idsOf('task'),
  ];
  const { rows } = await withoutHiding(db, () =>
    sql<{ used: boolean }>`
      select exists (select from task where project_id = any (${projects}::bigint[]) and not id = any (${tasks}::bigint[]))
        or exists (select from story where project_id = any (${projects}::bigint[]) and not id = any (${stories}::bigint[]))
        or exists (select from project where parent_id = any (${projects}::bigint[]))
        or exists (select from sprint where board_id = any (${boards}::bigint[]) and deleted_at is null)
        or exists (select from project_board where board_id = any (${boards}::bigint[])
          and not project_id = any (${projects}::bigint[]))
        or exists (select from comment where parent_type = 'task' and parent_id = any (${tasks}::bigint[]))
        or exists (select from comment where parent_type = 'project' and parent_id = any (${projects}::bigint[]))
        or exists (select from task_link where task_id = any (${tasks}::bigint[]) or other_id = any (${tasks}::bigint[]))
        as used`.execute(db),
  );
  if (rows[0]!.used) throw new AppError('UNDO_REFUSED', { message: 'errors.agile.undoChanged' });
  for (const table of ['card_position', 'task_user', 'task_tag'])
    await sql`delete from ${sql.table(table)} where task_id = any (${tasks}::bigint[])`.execute(db);
  await sql`delete from checklist_item where parent_type = 'task' and parent_id = any (${tasks}::bigint[])`.execute(
    db,
  );
  await sql`delete from task where id = any (${tasks}::bigint[])`.execute(db);
  await sql`delete from story where id = any (${stories}::bigint[])`.execute(db);
  await sql`delete from project where id = any (${projects}::bigint[])`.execute(db);
  await sql`
    update board set deleted_at = now(), version = version + 1 where id = any (${boards}::bigint[])`.execute(
    db,
  );
  return changes.map((change) => ({ ...change, before: change.after, after: null }));
}
