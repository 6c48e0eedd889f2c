import { sql } from 'kysely';
import type { OpEntity } from '../../../contracts/agile.ts';
import type { Json } from '../../../contracts/json.ts';
import type { TenantTransaction } from '../../db/tables.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ExpectedVersion } from '../../kernel/version.ts';

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
