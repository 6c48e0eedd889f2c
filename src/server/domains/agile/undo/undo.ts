import { sql } from 'kysely';
import { allows } from '../../../../contracts/access.ts';
import type { OpChange, OpEntity } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { mayBoards, mayProjects, mayWork } from '../work/access.ts';
import { assertNoCycle } from '../task/links.ts';
import { changeProject, lockBoards, shareProjects, shareSprints } from '../operation/locks.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { boardsOfProjects } from '../board/project-boards.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import { noteFields } from '../operation/stored-records.ts';
import { removeDuplicate } from './remove-duplicate.ts';
import { notedPlaces, restorePlaces } from './places-back.ts';
import { withoutRemoved } from './without-removed.ts';
import { writeBack } from './write-back.ts';

interface StoredOp {
  id: number;
  kind: string;
  actorId: number | null;
  changes: OpChange[];
  boards: number[];
  /** Records in whose history it is. */
  objects: { entity: OpEntity; id: number }[];
  isUndone: boolean;
}

/** Operations after which a sprint or project is read-only: any later operation on it forbids the way back. */
const finalKinds: Readonly<Record<string, OpChange['entity']>> = {
  'sprint.end': 'sprint',
  'project.close': 'project',
};

/**
 * Takes an operation back, for the person who did it, as long as nobody changed the same fields since. It is the one way back
 * through a closed project or an ended sprint (spec/decisions.md, Undo after an end).
 * @param gesture the client's id of the undo itself
 * @throws AppError NOT_FOUND, FORBIDDEN, UNDO_REFUSED naming the person who changed something since, PLACE_GONE for what can be
 * undone once the place of a card is there again
 */
export async function undoOp(
  ctx: Context,
  opId: string,
  gesture: string | undefined,
): Promise<{ opId: string }> {
  const { db } = ctx;
  const op = await readOp(ctx, opId);
  for (const { entity } of op.changes) assertMayChange(ctx, entity);
  // A removed project is not kept.
  if (op.kind === 'undo' && op.changes.some(({ entity, after }) => entity === 'project' && after === null))
    throw ruleBroken('errors.agile.cannotUndo');
  await lock(ctx, op);
  const earlier = await findOp(db, gesture, 0);
  if (earlier) return { opId: earlier.opId };
  if ((await readOp(ctx, opId)).isUndone)
    throw new AppError('UNDO_REFUSED', { message: 'errors.agile.undoneAlready' });
  await assertUntouched(ctx, op);
  if (op.kind === 'project.duplicate')
    return recordOp(ctx, categoriesOf(await readStatuses(db)), {
      opId: gesture,
      kind: 'undo',
      changes: await removeDuplicate(ctx, op.changes),
      boards: op.boards,
      undoes: opId,
    });
  const changes = await withoutRemoved(
    db,
    op.changes.filter(({ after }) => !(after && 'positions' in after)),
  );
  // Records made last go first, and those that others refer to are there again before them.
  const written = await writeBack(ctx, inOrder(changes));
  const blocking = changes.filter(
    ({ entity, before, after }) => entity === 'task' && before && (after === null || 'blocks' in before),
  );
  if (blocking.length > 0)
    await assertNoCycle(
      ctx,
      blocking.map(({ id }) => id),
    );
  const placed = await restorePlaces(ctx, changes, written);
  return recordOp(ctx, categoriesOf(await readStatuses(db)), {
    opId: gesture,
    kind: 'undo',
    changes: placed,
    boards: boardsOf(op, placed),
    undoes: opId,
    about: op.objects,
  });
}

/** The boards of an operation, and those that show its cards since. */
const boardsOf = ({ boards }: StoredOp, written: readonly OpChange[]): number[] => [
  ...new Set([
    ...boards,
    ...written.flatMap(({ after }) => notedPlaces(after).map(({ boardId }) => boardId)),
  ]),
];

/** Sprints open again before tasks go back into them; what an operation made is removed when nothing refers to it any more. */
function inOrder(changes: readonly OpChange[]): OpChange[] {
  const rank = ({ entity, before }: OpChange): number => {
    if (before === null) return entity === 'task' ? 1 : 4;
    return entity === 'sprint' || entity === 'project' ? 0 : entity === 'board' ? 3 : 2;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

/** Rights may have been withdrawn since. @throws AppError FORBIDDEN */
function assertMayChange(ctx: Context, entity: OpEntity): void {
  const access =
    entity === 'project' || entity === 'organizer'
      ? mayProjects('update')
      : entity === 'board' || entity === 'lane' || entity === 'sprint'
        ? mayBoards('update')
        : mayWork('update');
  if (!allows(ctx.caller.grants, access)) throw new AppError('FORBIDDEN');
}

async function readOp(ctx: Context, opId: string): Promise<StoredOp> {
  const { rows } = await sql<StoredOp>`
    select o.id, o.kind, o.actor_id as "actorId", o.changes,
      coalesce((select json_agg(b.board_id order by b.board_id) from op_board b where b.op = o.id), '[]') as boards,
      coalesce((select json_agg(json_build_object('entity', x.entity, 'id', x.entity_id)) from op_object x where x.op = o.id), '[]')
        as objects,
      exists (select from op u where u.undoes = o.op_id) as "isUndone"
    from op o where o.op_id = ${opId}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw notFound();
  const hidden = await hiddenProjects(ctx.db);
  if (found.changes.some(({ projectId }) => projectId !== null && hidden.has(projectId))) throw notFound();
  if (found.actorId !== ctx.caller.userId)
    throw new AppError('FORBIDDEN', { message: 'errors.agile.undoOthers' });
  return found;
}

async function lock(ctx: Context, { kind, changes, boards }: StoredOp): Promise<void> {
  const { db } = ctx;
  const projects = [...new Set(changes.flatMap(({ projectId }) => projectId ?? []))].sort(
    (one, other) => one - other,
  );
  const changed = changes.filter(({ entity }) => entity === 'project').map(({ id }) => id);
  for (const id of projects) {
    if (kind === 'project.close' && changed.includes(id)) {
      await sql`select set_config('app.reopened_project', ${String(id)}, true)`.execute(db);
      await sql`select from project where id = ${id} for update`.execute(db);
    } else if (changed.includes(id)) await changeProject(db, id);
    else await shareProjects(db, [id]);
  }
  const noted = changes.flatMap(({ before, after }) => [before, after].flatMap(notedPlaces));
  const linked = [...(await boardsOfProjects(db, projects)).values()].flat();
  await lockBoards(db, [...boards, ...noted.map(({ boardId }) => boardId), ...linked]);
  // A sprint that ended since takes no card back; the undo of its own end opens it first.
  const sprints = changes.flatMap(({ entity, before }) =>
    entity === 'task' && typeof before?.['taskSprintId'] === 'number' ? [before['taskSprintId']] : [],
  );
  if (kind !== 'sprint.end' && kind !== 'undo') await shareSprints(db, sprints);
  const tasks = changes.filter(({ entity }) => entity === 'task').map(({ id }) => id);
  await sql`select from task where id = any (${tasks}::bigint[]) order by id for update`.execute(db);
}

interface Later {
  entity: string;
  id: number;
  fields: string[];
  name: string | null;
}

/** @throws AppError UNDO_REFUSED */
async function assertUntouched(ctx: Context, { id, kind, changes }: StoredOp): Promise<void> {
  const objects = changes.map((change) => ({ entity: change.entity, id: change.id }));
  // An operation that was taken back since, and its undo, leave nothing behind.
  const { rows } = await sql<Later>`
    select x.entity, x.entity_id as id, case when o.actor_id <> ${ctx.caller.userId} then u.name::text end as name, coalesce((
      select json_agg(k) from jsonb_array_elements(o.changes) c
      cross join jsonb_object_keys(case jsonb_typeof(c->'after') when 'object' then c->'after' else '{"*": 1}' end) k
      where c->>'entity' = x.entity and (c->>'id')::bigint = x.entity_id
    ), '[]') as fields
    from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) n (entity text, id bigint)
    join op_object x on x.entity = n.entity and x.entity_id = n.id and x.op > ${id}
    join op o on o.id = x.op
    left join app_user u on u.id = o.actor_id
    where not exists (select from op b where b.undoes = o.op_id)
      and not exists (select from op a where a.op_id = o.undoes and a.id > ${id})
    order by o.id desc`.execute(ctx.db);
  const final = finalKinds[kind];
  const touched = rows.find((later) => {
    const change = changes.find((one) => one.entity === later.entity && one.id === later.id);
    if (!change) return false;
    // Comments and the checklist are in its history alone, and would leave with a record that is taken back.
    if (later.fields.length === 0) return change.before === null;
    if (later.entity === final || change.before === null || later.fields.includes('*')) return true;
    const own = new Set(
      Object.keys(change.before).filter((field) => field === 'places' || !noteFields.has(field)),
    );
    return later.fields.some((field) => own.has(field));
  });
  if (!touched) return;
  throw new AppError('UNDO_REFUSED', {
    message: touched.name === null ? 'errors.agile.undoChanged' : 'errors.agile.undoChangedBy',
    params: { name: touched.name ?? '' },
  });
}
