import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';

interface Placed {
  id: number;
  organizerId: number | null;
  closed: boolean;
}

/**
 * Sets which projects stand under an organizer, of those that the person sees. Others that stand there and are not named are
 * taken out, but closed ones, which stay as they are.
 * @returns the changes of the projects
 * @throws AppError PROJECT_CLOSED for a named project that is closed and stands elsewhere, VALIDATION_FAILED
 */
export async function moveProjects(
  ctx: Context,
  organizerId: number,
  wanted: readonly number[],
): Promise<OpChange[]> {
  const { rows } = await sql<Placed>`
    select id, organizer_id as "organizerId", closed_at is not null as closed from project
    where id = any (${[...wanted]}::bigint[]) or organizer_id = ${organizerId} order by id for no key update`.execute(
    ctx.db,
  );
  const asked = new Set(wanted);
  if (rows.filter(({ id }) => asked.has(id)).length < asked.size)
    throw invalid([{ path: '/projectIds', key: 'errors.entity.reference' }]);
  const entering = rows.filter((row) => asked.has(row.id) && row.organizerId !== organizerId);
  if (entering.some(({ closed }) => closed)) throw new AppError('PROJECT_CLOSED');
  const leaving = rows.filter((row) => !asked.has(row.id) && !row.closed);
  const moving = [...entering, ...leaving];
  if (moving.length === 0) return [];
  const { rows: moved } = await sql<{ id: number; version: number }>`
    update project set organizer_id = case when id = any (${entering.map(({ id }) => id)}::bigint[]) then ${organizerId}::bigint end,
      version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where id = any (${moving.map(({ id }) => id)}::bigint[]) returning id, version`.execute(ctx.db);
  const versions = new Map(moved.map(({ id, version }) => [id, version]));
  return moving.map((row) => ({
    entity: 'project',
    id: row.id,
    version: versions.get(row.id)!,
    projectId: row.id,
    before: { organizerId: row.organizerId },
    after: { organizerId: asked.has(row.id) ? organizerId : null },
  }));
}
