import { sql } from 'kysely';
import type { OpChange, OpEntity } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { idsIn } from '../operation/ops.ts';
import { storedRecords } from '../operation/stored-records.ts';

type Named = Map<OpEntity, Set<number>>;

const removableIn = ({ entity }: OpChange): (readonly [string, OpEntity])[] =>
  Object.entries(storedRecords[entity].removable ?? {});

/** Those of named records that are not there any more; what is there cannot be removed before the transaction ends. */
async function removedOf(db: TenantTransaction, named: Named): Promise<Named> {
  const removed: Named = new Map();
  for (const [entity, ids] of named) {
    const { table, isKept } = storedRecords[entity];
    const { rows } = await withoutHiding(db, () =>
      sql<{ id: number }>`
        select id from ${sql.table(table)}
        where id = any (${[...ids]}::bigint[]) ${isKept ? sql`and deleted_at is null` : sql``}
        order by id for key share`.execute(db),
    );
    const there = new Set(rows.map(({ id }) => id));
    removed.set(entity, new Set([...ids].filter((id) => !there.has(id))));
  }
  return removed;
}

/**
 * Changes without the tags, stories and the like that were removed since, which their records come back without. Those that come
 * back themselves are there.
 */
export async function withoutRemoved(
  db: TenantTransaction,
  changes: readonly OpChange[],
): Promise<OpChange[]> {
  const returning = new Set(
    changes.filter(({ after }) => after === null).map(({ entity, id }) => `${entity} ${id}`),
  );
  const named: Named = new Map();
  for (const change of changes)
    for (const [field, entity] of removableIn(change))
      for (const id of idsIn(change.before?.[field]))
        if (!returning.has(`${entity} ${id}`))
          named.set(entity, (named.get(entity) ?? new Set<number>()).add(id));
  const removed = await removedOf(db, named);
  return changes.map((change) => {
    if (!change.before) return change;
    const before = { ...change.before };
    for (const [field, entity] of removableIn(change)) {
      const value = before[field];
      const isGone = (id: Json): boolean => removed.get(entity)?.has(Number(id)) ?? false;
      if (Array.isArray(value)) before[field] = value.filter((id) => !isGone(id));
      else if (typeof value === 'number' && isGone(value)) before[field] = null;
    }
    return { ...change, before };
  });
}
