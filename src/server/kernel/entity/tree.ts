import type { Context } from '../contract.ts';
import type { EntityModel } from './entity-model.ts';
import type { StoredRow } from './rows.ts';
import { Statement } from './statement.ts';

interface Move {
  before: StoredRow | null;
  values: StoredRow;
}

/**
 * The changes that would put a record below itself, each after those before it. One move of a tenant at a time, since two could
 * form a circle together.
 */
export async function treeViolations<T extends Move>(
  { db }: Pick<Context, 'db'>,
  { tree, table, key }: EntityModel,
  changes: readonly T[],
): Promise<T[]> {
  if (tree === null) return [];
  const moves = changes.filter(({ values }) => typeof values[tree.name] === 'number');
  if (moves.length === 0) return [];
  await new Statement([`tree ${table}`]).run(
    db,
    `select pg_advisory_xact_lock(hashtext($1::text), current_setting('app.tenant_id')::int)`,
  );
  const wanted = [...new Set(moves.map(({ values }) => values[tree.name] as number))];
  const rows = await new Statement([wanted]).run<{ id: number; up: number | null }>(
    db,
    `with recursive above as (
       select t.${key.column} as id, t.${tree.column} as up from ${table} t where t.${key.column} = any($1::bigint[])
       union select t.${key.column}, t.${tree.column} from ${table} t join above on t.${key.column} = above.up
     ) select id, up from above`,
  );
  const above = new Map(rows.map(({ id, up }) => [id, up]));
  return moves.filter(({ before, values }) => {
    const own = before![key.name] as number;
    const parent = values[tree.name] as number;
    for (let at: number | null = parent; at !== null; at = above.get(at) ?? null) if (at === own) return true;
    above.set(own, parent);
    return false;
  });
}
