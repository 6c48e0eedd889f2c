import { sql } from 'kysely';
import type { OpEntity } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { ExpectedVersion } from '../../../kernel/version.ts';

/** Fields of a record that operations changed after a version. */
async function changedSince(
  db: TenantTransaction,
  { entity, id }: { entity: OpEntity; id: number },
  version: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ field: string }>`
    select distinct jsonb_object_keys(c->'after') as field
    from op_object x join op o on o.id = x.op cross join jsonb_array_elements(o.changes) c
    where x.entity = ${entity} and x.entity_id = ${id} and c->>'entity' = ${entity} and (c->>'id')::bigint = ${id}
      and (c->>'version')::int > ${version} and jsonb_typeof(c->'after') = 'object'`.execute(db);
  return new Set(rows.map(({ field }) => field));
}

/**
 * Merges edits by field: what others changed meanwhile is a conflict only where the same fields are written. The record is
 * locked.
 * @param written the fields of this write by their wire names
 * @param present the record as it is now, in its wire form
 * @returns whether the write is unconditional, for the audit
 * @throws AppError VERSION_CONFLICT with the current record
 */
export async function assertMergeable(
  db: TenantTransaction,
  record: { entity: OpEntity; id: number; version: number },
  { version }: ExpectedVersion,
  written: Readonly<Record<string, Json | undefined>>,
  present: () => Promise<unknown>,
): Promise<{ unconditional: boolean }> {
  if (version === null) return { unconditional: true };
  if (version !== record.version) {
    const others = await changedSince(db, record, version);
    const isKnown = version < record.version;
    if (!isKnown || Object.keys(written).some((field) => written[field] !== undefined && others.has(field)))
      throw new AppError('VERSION_CONFLICT', { data: await present() });
  }
  return { unconditional: false };
}

/** A board as the person saw it when they made a gesture: the number of its last operation. */
export interface SeenBoard {
  boardId: number;
  seq: number;
}

/**
 * The tasks of which others have changed fields since the person saw their board, each with its error. A gesture may have waited
 * for the network: what is newer stays. The own gestures of meanwhile are no conflict, since each is made on those before it.
 * @param fields those that the gesture writes, by their wire names
 */
export async function changedByOthers(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  seen: SeenBoard | undefined,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Map<number, AppError>> {
  if (!seen || fields.length === 0) return new Map();
  const { rows } = await sql<{ id: number; person: string | null; moved: boolean }>`
    select distinct on (x.entity_id) x.entity_id as id, u.name::text as person,
      c->'before'->'places' is distinct from c->'after'->'places' as moved
    from op_board b join op o on o.id = b.op join op_object x on x.op = o.id
    cross join jsonb_array_elements(o.changes) c left join app_user u on u.id = o.actor_id
    where b.board_id = ${seen.boardId} and b.seq > ${seen.seq} and o.actor_id is distinct from ${caller.userId}
      and x.entity = 'task' and x.entity_id = any (${[...ids]}::bigint[])
      and c->>'entity' = 'task' and (c->>'id')::bigint = x.entity_id
      and exists (select from unnest(${[...fields]}::text[]) f
        where c->'before'->f is distinct from c->'after'->f)
    order by x.entity_id, b.seq desc`.execute(db);
  return new Map(
    rows.map(({ id, person, moved }) => {
      const message = moved ? 'errors.agile.movedMeanwhile' : 'errors.agile.changedMeanwhile';
      // A person who was removed has no name any more.
      return [id, new AppError('VERSION_CONFLICT', person === null ? {} : { message, params: { person } })];
    }),
  );
}
