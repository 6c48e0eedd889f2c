import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { removedHours, setAside, takeBack } from '../../../platform/files/removed-files.ts';
import { taskOwner } from '../task/attachments.ts';

interface NamedFile {
  id: number;
  name: string;
}

const filesIn = (value: Json | undefined): NamedFile[] => (value ?? []) as unknown as NamedFile[];
const idsOf = (files: readonly NamedFile[]): number[] => files.map(({ id }) => id);

const refused = (message: string, params: Record<string, string | number> = {}): AppError =>
  new AppError('UNDO_REFUSED', { message, params });

/**
 * Gives a task the files that it had before a change, once its other fields are written.
 * @throws AppError UNDO_REFUSED for a file that is kept no more, and for a cover that would not be attached
 */
export async function writeFiles(ctx: Context, { id, before, after }: OpChange): Promise<void> {
  if (!before || !('attachments' in before || typeof before['coverFileId'] === 'number')) return;
  const [was, is] = [filesIn(before['attachments']), filesIn(after?.['attachments'])];
  const removed = was.filter((file) => !idsOf(is).includes(file.id));
  const added = is.filter((file) => !idsOf(was).includes(file.id));
  const returned = await takeBack(ctx.db, taskOwner(id), idsOf(removed));
  const gone = removed.find((file) => !returned.includes(file.id));
  if (gone) throw refused('errors.agile.undoFileGone', { name: gone.name, hours: removedHours });
  await setAside(ctx.db, taskOwner(id), idsOf(added));
  const { rows } = await sql<{ cover: number }>`
    select cover_file_id as cover from task t where id = ${id} and cover_file_id is not null and not exists (
      select from file f
      where f.id = t.cover_file_id and f.owner_kind = ${taskOwner(id).kind} and f.owner_id = t.id and f.state <> 'removed'
    )`.execute(ctx.db);
  const [loose] = rows;
  if (!loose) return;
  const cover = added.find((file) => file.id === loose.cover);
  throw cover
    ? refused('errors.agile.undoCover', { name: cover.name })
    : refused('errors.agile.undoCoverGone');
}
