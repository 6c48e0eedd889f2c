import type { Context } from '../contract.ts';
import { isLinkList, linkTable, type EntityModel, type ModelField } from './model.ts';
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

function parameter(statement: Statement, field: ModelField, value: StoredRow[string] | undefined): string {
  const stored = field.type === 'list' && value !== null ? JSON.stringify(value) : value;
  return statement.value(stored ?? null, columnTypes[field.type]);
}

/** Changes columns of a record. */
export async function updateRow(
  ctx: Context,
  model: EntityModel,
  key: number,
  values: StoredRow,
): Promise<void> {
  const statement = new Statement();
  const sets = model.fields
    .filter((field) => values[field.name] !== undefined && !isLinkList(field))
    .map((field) => `${field.column} = ${parameter(statement, field, values[field.name])}`);
  sets.push(
    'version = version + 1',
    'updated_at = now()',
    `updated_by = ${statement.value(ctx.caller.userId, 'bigint')}`,
  );
  await statement.run(
    ctx.db,
    `update ${model.table} set ${sets.join(', ')} where ${model.key.column} = ${statement.value(key, 'bigint')}`,
  );
}

/** Replaces the lists of references that the values name. */
export async function writeLinks(
  ctx: Context,
  model: EntityModel,
  key: number,
  values: StoredRow,
): Promise<void> {
  for (const field of model.fields.filter(isLinkList)) {
    const targets = values[field.name];
    if (targets === undefined) continue;
    const table = linkTable(model, field);
    const statement = new Statement([ctx.tenant.id, key, targets ?? []]);
    await new Statement([key]).run(ctx.db, `delete from ${table} where record_id = $1::bigint`);
    await statement.run(
      ctx.db,
      `insert into ${table} (tenant_id, record_id, target_id) select $1::int, $2::bigint, unnest($3::bigint[])`,
    );
  }
}
