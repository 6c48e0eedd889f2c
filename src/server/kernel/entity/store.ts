import type { Context } from '../contract.ts';
import { isLinkList, linkTable, type EntityModel, type ModelField } from './entity-model.ts';
import type { StoredRow } from './rows.ts';
import { Statement } from './statement.ts';
import { columnTypes } from './values.ts';

/** Reserves numbers of a field within the tenant, from 1, and returns the first. A failed write gives them back. */
export async function nextNumbers(
  ctx: Context,
  model: EntityModel,
  field: ModelField,
  count: number,
): Promise<number> {
  const statement = new Statement([ctx.tenant.id, model.id, field.name, count]);
  const [row] = await statement.run<{ last: number }>(
    ctx.db,
    `insert into entity_counter (tenant_id, entity, field, last) values ($1::int, $2::text, $3::text, $4::bigint)
     on conflict (tenant_id, entity, field) do update set last = entity_counter.last + excluded.last returning last`,
  );
  return (row?.last ?? count) - count + 1;
}

/** Inserts records in one statement, and returns their keys. */
export async function insertRows(
  ctx: Context,
  model: EntityModel,
  rows: readonly StoredRow[],
): Promise<number[]> {
  const fields = model.fields.filter(
    (field) => !isLinkList(field) && rows.some((row) => row[field.name] !== undefined),
  );
  const columns = fields.map(({ column }) => column);
  const records = rows.map((row) =>
    Object.fromEntries(fields.map(({ name, column }) => [column, row[name] ?? null])),
  );
  const statement = new Statement([ctx.tenant.id, ctx.caller.userId, JSON.stringify(records)]);
  const typed = fields.map(({ column, type }) => `${column} ${columnTypes[type]}`);
  const found = await statement.run<{ key: number }>(
    ctx.db,
    `insert into ${model.table} (${['tenant_id', 'created_by', 'updated_by', ...columns].join(', ')})
     select ${['$1::int', '$2::bigint', '$2::bigint', ...columns.map((column) => `r.${column}`)].join(', ')}
     from jsonb_to_recordset($3::jsonb) as r(${typed.join(', ')})
     returning ${model.key.column} as key`,
  );
  return found.map(({ key }) => key);
}

/** Changes records in one statement: of each the columns that its values name. */
export async function updateRows(
  ctx: Context,
  model: EntityModel,
  changes: readonly { key: number; values: StoredRow }[],
): Promise<void> {
  const fields = model.fields.filter(
    (field) => !isLinkList(field) && changes.some(({ values }) => values[field.name] !== undefined),
  );
  const records = changes.map(({ key, values }) => ({
    key,
    given: fields.filter(({ name }) => values[name] !== undefined).map(({ column }) => column),
    ...Object.fromEntries(fields.map(({ name, column }) => [`c_${column}`, values[name] ?? null])),
  }));
  const statement = new Statement([ctx.caller.userId, JSON.stringify(records)]);
  const sets = fields.map(
    ({ column }) => `${column} = case when r.given ? '${column}' then r.c_${column} else t.${column} end`,
  );
  const typed = fields.map(({ column, type }) => `c_${column} ${columnTypes[type]}`);
  await statement.run(
    ctx.db,
    `update ${model.table} t set ${[...sets, 'version = t.version + 1', 'updated_at = now()', 'updated_by = $1::bigint'].join(', ')}
     from jsonb_to_recordset($2::jsonb) as r(${['key bigint', 'given jsonb', ...typed].join(', ')})
     where t.${model.key.column} = r.key`,
  );
}

/** Replaces the lists of references that the values of records name. */
export async function writeLinks(
  ctx: Context,
  model: EntityModel,
  records: readonly { key: number; isNew: boolean; values: StoredRow }[],
): Promise<void> {
  for (const field of model.fields.filter(isLinkList)) {
    const named = records.filter(({ values }) => values[field.name] !== undefined);
    const table = linkTable(model, field);
    const old = named.filter(({ isNew }) => !isNew).map(({ key }) => key);
    if (old.length > 0)
      await new Statement([old]).run(ctx.db, `delete from ${table} where record_id = any($1::bigint[])`);
    const pairs = named.flatMap(({ key, values }) =>
      ((values[field.name] ?? []) as number[]).map((target) => [key, target] as const),
    );
    if (pairs.length === 0) continue;
    await new Statement([ctx.tenant.id, pairs.map(([key]) => key), pairs.map(([, target]) => target)]).run(
      ctx.db,
      `insert into ${table} (tenant_id, record_id, target_id)
       select $1::int, n.record, n.target from unnest($2::bigint[], $3::bigint[]) n (record, target)`,
    );
  }
}
