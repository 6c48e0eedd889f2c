import type { JsonObject } from '../../../contracts/json.ts';
import { allows, type Access, type Verb } from '../../../contracts/access.ts';
import { audit } from '../audit.ts';
import type { Context } from '../contract.ts';
import { AppError, notFound, ruleBroken } from '../errors.ts';
import { assertVersion, type ExpectedVersion } from '../version.ts';
import { referenceError, toWriteError } from './constraints.ts';
import type { EntityHooks } from './hooks.ts';
import { isLinkList, linkTable, type EntityModel, type ModelField } from './model.ts';
import { bodyValues, checkValues, computeValues, defaultValues, difference } from './record.ts';
import { present, readRow, readTargets, type StoredRow } from './rows.ts';
import { hasRowRules } from './row-rules.ts';
import { Statement } from './statement.ts';
import { columnTypes } from './values.ts';

/** The writes of one entity, each in the request's transaction. */
export class EntityWrites {
  readonly #model: EntityModel;
  readonly #hooks: EntityHooks;

  constructor(model: EntityModel, hooks: EntityHooks = {}) {
    this.#model = model;
    this.#hooks = hooks;
  }

  /** Creates a record and returns it in the wire form. */
  async create(ctx: Context, body: JsonObject): Promise<JsonObject> {
    const model = this.#model;
    assertWritable(ctx, model, body);
    const named = bodyValues(model, body);
    const values = { ...(await defaultValues(ctx, model, named)), ...named };
    await this.#check(ctx, values, null);
    for (const field of model.fields.filter(({ field: one }) => one.auto))
      values[field.name] = await nextNumber(ctx, model, field);
    Object.assign(values, await computeValues(ctx, model, values));
    const key = await this.#guarded(ctx, () => insert(ctx, model, values));
    await this.#guarded(ctx, () => writeLinks(ctx, model, key, values));
    const row = await this.#stored(ctx, key, 'create');
    await this.#hooks.afterWrite?.(ctx, row, null);
    const [wire = {}] = await present(ctx, model, [row]);
    await audit(ctx, { entity: model.id, entityId: key, action: 'create', before: null, after: wire });
    return wire;
  }

  /** Changes the fields that the body names. A write that changes nothing leaves the version as it is. */
  async update(ctx: Context, key: number, body: JsonObject, expected: ExpectedVersion): Promise<JsonObject> {
    const model = this.#model;
    assertWritable(ctx, model, body);
    const before = await lockedRow(ctx, model, key, 'update');
    const [old = {}] = await present(ctx, model, [before]);
    const { unconditional } = await assertVersion(expected, before['version'] as number, () => old);
    const values = changed(bodyValues(model, body), before);
    await this.#check(ctx, values, before);
    Object.assign(values, changed(await computeValues(ctx, model, { ...before, ...values }), before));
    if (Object.keys(values).length === 0) return old;
    await this.#guarded(ctx, () => update(ctx, model, key, values));
    await this.#guarded(ctx, () => writeLinks(ctx, model, key, values));
    const row = await this.#stored(ctx, key, 'update');
    await this.#hooks.afterWrite?.(ctx, row, before);
    const [wire = {}] = await present(ctx, model, [row]);
    await audit(ctx, {
      entity: model.id,
      entityId: key,
      action: 'update',
      ...difference(old, wire),
      unconditional,
    });
    return wire;
  }

  /** Creates a copy of a record with some values replaced. Fields that are unique are copied only if they are replaced. */
  async duplicate(ctx: Context, key: number, body: JsonObject): Promise<JsonObject> {
    const model = this.#model;
    const row = await readRow(ctx, model, key);
    if (!row) throw notFound();
    const copied = model.fields.filter((field) => field.writable && !field.field.unique);
    const [wire = {}] = await present(ctx, model, [row]);
    const copy = Object.fromEntries(
      copied.flatMap(({ wire: name }) =>
        wire[name] === undefined || wire[name] === null ? [] : [[name, wire[name]]],
      ),
    );
    const missing = model.fields.filter(
      ({ field, writable, wire: name }) =>
        writable && field.required && field.unique && body[name] === undefined,
    );
    if (missing.length > 0)
      throw new AppError('VALIDATION_FAILED', {
        errors: missing.map(({ wire: name }) => ({ path: `/${name}`, key: 'validation.required' })),
      });
    return this.create(ctx, { ...copy, ...body });
  }

  async #check(ctx: Context, values: StoredRow, before: StoredRow | null): Promise<void> {
    checkValues(ctx, this.#model, values, before);
    await assertReferences(ctx, this.#model, values);
    await assertTree(ctx, this.#model, values, before);
    await this.#hooks.beforeWrite?.(ctx, values, before);
  }

  async #guarded<T>(ctx: Context, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw toWriteError(ctx, this.#model, error);
    }
  }

  /** Reads a record back, which must match the row rules of the verb that wrote it. */
  async #stored(ctx: Context, key: number, verb: Verb): Promise<StoredRow> {
    const row = await readRow(ctx, this.#model, key, verb);
    if (!row) throw ruleBroken('errors.entity.rowRule');
    return row;
  }
}

/** @throws AppError FORBIDDEN for a field whose own access the caller lacks. */
function assertWritable(ctx: Context, model: EntityModel, body: JsonObject): void {
  for (const { wire, field } of model.fields) {
    const access = field.access as Access | undefined;
    if (access !== undefined && Object.hasOwn(body, wire) && !allows(ctx.caller.grants, access, model.screen))
      throw new AppError('FORBIDDEN', { errors: [{ path: `/${wire}`, key: 'errors.FORBIDDEN' }] });
  }
}

/**
 * Locks a record for a write.
 * @throws AppError NOT_FOUND for a record that the caller may not see, FORBIDDEN for one that they may only read
 */
export async function lockedRow(
  ctx: Context,
  model: EntityModel,
  key: number,
  verb: 'update' | 'delete',
): Promise<StoredRow> {
  const row = await readRow(ctx, model, key, 'read', true);
  if (!row) throw notFound();
  if (hasRowRules(ctx, model, verb) && !(await readRow(ctx, model, key, verb)))
    throw new AppError('FORBIDDEN');
  return row;
}

const changed = (values: StoredRow, before: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(before[name] ?? null) !== JSON.stringify(value),
    ),
  );

/** Checks that references name records of the tenant that the caller may see. */
async function assertReferences(ctx: Context, model: EntityModel, values: StoredRow): Promise<void> {
  const targets = await readTargets(ctx, model, [values]);
  for (const field of model.fields) {
    const value = values[field.name];
    if (field.target === null || value === undefined || value === null) continue;
    const names = targets.get(field.target);
    const keys = Array.isArray(value) ? value : [value];
    if (keys.some((key) => !names?.has(key as number))) throw referenceError(field);
  }
}

/** Checks that no record lies below itself. One move of a tenant at a time, since two could form a circle together. */
async function assertTree(
  ctx: Context,
  model: EntityModel,
  values: StoredRow,
  before: StoredRow | null,
): Promise<void> {
  const { tree, table, key } = model;
  const above = tree === null ? null : values[tree.name];
  if (tree === null || before === null || typeof above !== 'number') return;
  const statement = new Statement();
  await new Statement([`tree ${table}`]).run(
    ctx.db,
    `select pg_advisory_xact_lock(hashtext($1::text), current_setting('app.tenant_id')::int)`,
  );
  const found = await statement.run(
    ctx.db,
    `with recursive above as (
       select t.${key.column} as id, t.${tree.column} as up from ${table} t where t.${key.column} = ${statement.value(above, 'bigint')}
       union select t.${key.column}, t.${tree.column} from ${table} t join above on t.${key.column} = above.up
     ) select id from above where id = ${statement.value(before[key.name], 'bigint')}`,
  );
  if (found.length > 0)
    throw ruleBroken('errors.entity.tree', {
      errors: [{ path: `/${tree.wire}`, key: 'errors.entity.tree' }],
    });
}

/** The next number of a field within the tenant, from 1. A failed write gives it back. */
async function nextNumber(ctx: Context, model: EntityModel, field: ModelField): Promise<number> {
  const statement = new Statement([ctx.tenant.id, model.id, field.name]);
  const [row] = await statement.run<{ last: number }>(
    ctx.db,
    `insert into entity_counter (tenant_id, entity, field, last) values ($1::int, $2::text, $3::text, 1)
     on conflict (tenant_id, entity, field) do update set last = entity_counter.last + 1 returning last`,
  );
  return row?.last ?? 1;
}

function parameter(statement: Statement, field: ModelField, value: StoredRow[string] | undefined): string {
  const stored = field.type === 'list' && value !== null ? JSON.stringify(value) : value;
  return statement.value(stored ?? null, columnTypes[field.type]);
}

async function insert(ctx: Context, model: EntityModel, values: StoredRow): Promise<number> {
  const statement = new Statement();
  const fields = model.fields.filter((field) => values[field.name] !== undefined && !isLinkList(field));
  const columns = ['tenant_id', 'created_by', 'updated_by', ...fields.map(({ column }) => column)];
  const user = statement.value(ctx.caller.userId, 'bigint');
  const parameters = [
    statement.value(ctx.tenant.id, 'int'),
    user,
    user,
    ...fields.map((field) => parameter(statement, field, values[field.name])),
  ];
  const [row] = await statement.run<{ key: number }>(
    ctx.db,
    `insert into ${model.table} (${columns.join(', ')}) values (${parameters.join(', ')}) returning ${model.key.column} as key`,
  );
  return row?.key ?? 0;
}

async function update(ctx: Context, model: EntityModel, key: number, values: StoredRow): Promise<void> {
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

async function writeLinks(ctx: Context, model: EntityModel, key: number, values: StoredRow): Promise<void> {
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
