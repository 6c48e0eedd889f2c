import type { Json, JsonObject } from '../../../contracts/json.ts';
import { allows, type Access, type Verb } from '../../../contracts/access.ts';
import { audit, auditMany, type Change } from '../audit.ts';
import type { Context } from '../contract.ts';
import { AppError, notFound, ruleBroken } from '../errors.ts';
import { publishChange } from '../topics.ts';
import { assertVersion, type ExpectedVersion } from '../version.ts';
import { referenceError, toWriteError } from './constraints.ts';
import type { EntityHooks } from './hooks.ts';
import type { EntityModel } from './model.ts';
import { bodyValues, checkValues, computeValues, defaultValues, difference } from './record.ts';
import { present, readRow, readRows, readTargets, type StoredRow } from './rows.ts';
import { hasRowRules } from './row-rules.ts';
import { Statement } from './statement.ts';
import { insertRows, nextNumbers, updateRow, writeLinks } from './store.ts';

/** The writes that an import makes. */
export type RecordWrites = Pick<EntityWrites, 'create' | 'createMany' | 'change' | 'unchanged'>;

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
    await this.#complete(ctx, [values]);
    const [key = 0] = await this.#guarded(ctx, () => insertRows(ctx, model, [values]));
    await this.#guarded(ctx, () => writeLinks(ctx, model, key, values));
    const row = await this.#stored(ctx, key, 'create');
    await this.#hooks.afterWrite?.(ctx, row, null);
    const [wire = {}] = await present(ctx, model, [row]);
    await audit(ctx, { entity: model.id, entityId: key, action: 'create', before: null, after: wire });
    publishChange(ctx.db, model.id, { verb: 'create', id: key, version: row['version'] as number });
    return wire;
  }

  /**
   * Creates records together, in a few statements. They name no lists of references, which need the keys.
   * @throws AppError as `create`, without naming the record
   */
  async createMany(ctx: Context, bodies: readonly JsonObject[]): Promise<void> {
    const model = this.#model;
    const rows: StoredRow[] = [];
    for (const body of bodies) {
      assertWritable(ctx, model, body);
      const named = bodyValues(model, body);
      rows.push({ ...(await defaultValues(ctx, model, named)), ...named });
    }
    for (const row of rows) checkValues(ctx, model, row, null);
    await assertReferences(ctx, model, rows);
    for (const row of rows) await this.#hooks.beforeWrite?.(ctx, row, null);
    await this.#complete(ctx, rows);
    const keys = await this.#guarded(ctx, () => insertRows(ctx, model, rows));
    const stored = await readRows(ctx, model, keys, 'create');
    if (stored.length < rows.length) throw ruleBroken('errors.entity.rowRule');
    for (const row of stored) await this.#hooks.afterWrite?.(ctx, row, null);
    const changes = (await present(ctx, model, stored)).map((after): Change => ({
      entity: model.id,
      entityId: after[model.key.wire] as number,
      action: 'create',
      before: null,
      after,
    }));
    await auditMany(ctx, changes);
    for (const row of stored) {
      const id = row[model.key.name] as number;
      publishChange(ctx.db, model.id, { verb: 'create', id, version: row['version'] as number });
    }
  }

  /** Of bodies by key, the keys of the records that they would leave as they are. */
  async unchanged(ctx: Context, bodies: ReadonlyMap<number, JsonObject>): Promise<Set<number>> {
    const model = this.#model;
    const rows = await readRows(ctx, model, [...bodies.keys()], 'update');
    const keys = rows.map((row) => [row[model.key.name] as number, row] as const);
    return new Set(
      keys
        .filter(([key, row]) => {
          const values = bodyValues(model, bodies.get(key) ?? {});
          return Object.keys(changed(values, row)).length === 0;
        })
        .map(([key]) => key),
    );
  }

  /** Sets numbers and computed fields of new records. */
  async #complete(ctx: Context, rows: readonly StoredRow[]): Promise<void> {
    const model = this.#model;
    for (const field of model.fields.filter(({ field: one }) => one.auto)) {
      const first = await nextNumbers(ctx, model, field, rows.length);
      rows.forEach((row, at) => (row[field.name] = first + at));
    }
    for (const row of rows) Object.assign(row, await computeValues(ctx, model, row));
  }

  /** Changes the fields that the body names, and returns the record in the wire form. */
  async update(ctx: Context, key: number, body: JsonObject, expected: ExpectedVersion): Promise<JsonObject> {
    return (await this.change(ctx, key, body, expected)).wire;
  }

  /** As `update`; says whether anything changed. A write that changes nothing leaves the version as it is. */
  async change(
    ctx: Context,
    key: number,
    body: JsonObject,
    expected: ExpectedVersion,
  ): Promise<{ wire: JsonObject; changed: boolean }> {
    const model = this.#model;
    assertWritable(ctx, model, body);
    const before = await lockedRow(ctx, model, key, 'update');
    const [old = {}] = await present(ctx, model, [before]);
    const { unconditional } = await assertVersion(expected, before['version'] as number, () => old);
    const values = changed(bodyValues(model, body), before);
    await this.#check(ctx, values, before);
    Object.assign(values, changed(await computeValues(ctx, model, { ...before, ...values }), before));
    if (Object.keys(values).length === 0) return { wire: old, changed: false };
    await this.#guarded(ctx, () => updateRow(ctx, model, key, values));
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
    publishChange(ctx.db, model.id, { verb: 'update', id: key, version: row['version'] as number });
    return { wire, changed: true };
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
    await assertReferences(ctx, this.#model, [values]);
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
  const row = await readRow(ctx, model, key, 'read', verb);
  if (!row) throw notFound();
  if (hasRowRules(ctx, model, verb) && !(await readRow(ctx, model, key, verb)))
    throw new AppError('FORBIDDEN');
  return row;
}

/** The values that differ from the record's. An empty list is no value. */
function changed(values: StoredRow, before: StoredRow): StoredRow {
  const comparable = (value: Json | undefined): string =>
    JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => comparable(before[name]) !== comparable(value)),
  );
}

/** Checks that references name records of the tenant that the caller may see. */
async function assertReferences(ctx: Context, model: EntityModel, rows: readonly StoredRow[]): Promise<void> {
  const targets = await readTargets(ctx, model, rows);
  for (const field of model.fields) {
    if (field.target === null) continue;
    const names = targets.get(field.target);
    for (const { [field.name]: value } of rows) {
      if (value === undefined || value === null) continue;
      const keys = Array.isArray(value) ? value : [value];
      if (keys.some((key) => !names?.has(key as number))) throw referenceError(field);
    }
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
