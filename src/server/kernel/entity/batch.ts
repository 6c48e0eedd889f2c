import type { Json, JsonObject } from '../../../contracts/json.ts';
import { allows, type Access } from '../../../contracts/access.ts';
import { auditMany, type Change } from '../audit.ts';
import type { Context } from '../contract.ts';
import { AppError, notFound, ruleBroken } from '../errors.ts';
import { publishChange } from '../topics.ts';
import { assertVersion, type ExpectedVersion } from '../version.ts';
import { inSavepoint } from './bulk.ts';
import { findDoubles, findRepeats, referenceError, toWriteError, uniqueError } from './constraints.ts';
import type { EntityHooks } from './hooks.ts';
import type { EntityModel } from './entity-model.ts';
import { bodyValues, checkValues, computeValues, defaultValues, difference } from './record.ts';
import { present, readRows, readTargets, type StoredRow } from './rows.ts';
import { hasRowRules } from './row-rules.ts';
import { insertRows, nextNumbers, updateRows, writeLinks } from './store.ts';
import { treeViolations } from './tree.ts';

/** A record to create, or one to change by its key. */
export interface RecordWrite {
  key: number | null;
  body: JsonObject;
  /** The version that a change is based on; a change without it is unconditional. */
  expected?: ExpectedVersion;
}

/** Outcome for a record: why it was refused, or its values in the wire form. */
export type WriteOutcome = AppError | { done: 'created' | 'updated' | 'unchanged'; wire: JsonObject };

/** A record on its way to the database. */
interface Draft extends RecordWrite {
  /** The key of a record that is there. */
  id: number | null;
  before: StoredRow | null;
  /** The record before in the wire form. */
  old: JsonObject;
  /** Values to be written of it, beside computed ones. */
  values: StoredRow;
  unconditional: boolean;
  outcome: WriteOutcome | null;
}

/** A part of a batch was refused, and what each record was refused for is known. */
class SomeRefused extends AppError {
  constructor() {
    super('RULE_BROKEN');
  }
}

/**
 * Creates and changes records of an entity together, in a number of statements that does not depend on how many they are: the
 * embedded database has one connection for all tenants. A record that is refused leaves the others.
 */
export class Batch {
  readonly #ctx: Context;
  readonly #model: EntityModel;
  readonly #hooks: EntityHooks;
  readonly #drafts: readonly Draft[];

  constructor(ctx: Context, model: EntityModel, hooks: EntityHooks, records: readonly RecordWrite[]) {
    this.#ctx = ctx;
    this.#model = model;
    this.#hooks = hooks;
    this.#drafts = records.map((record) => ({
      ...record,
      id: record.key,
      before: null,
      old: {},
      values: {},
      unconditional: false,
      outcome: null,
    }));
  }

  /** @returns the outcomes in the order of the records */
  async run(): Promise<WriteOutcome[]> {
    await this.#prepare();
    await this.#write(this.#live());
    return this.#drafts.map(({ outcome }) => outcome!);
  }

  /** Writes a batch of one record, without a savepoint: the transaction ends with its error. */
  async runOne(): Promise<JsonObject> {
    const [draft] = this.#drafts as [Draft];
    await this.#prepare();
    if (draft.outcome === null)
      try {
        await this.#attempt([draft]);
      } catch (error) {
        if (!(error instanceof SomeRefused)) throw error;
      }
    const { outcome } = draft;
    if (outcome instanceof AppError) throw outcome;
    return outcome!.wire;
  }

  #live(drafts = this.#drafts): Draft[] {
    return drafts.filter(({ outcome }) => outcome === null);
  }

  /** Finds what each record becomes, and refuses those that break a rule. Nothing is written. */
  async #prepare(): Promise<void> {
    const [ctx, model] = [this.#ctx, this.#model];
    await this.#each(this.#drafts, ({ body }) => assertWritable(ctx, model, body));
    await this.#read();
    await this.#each(this.#live(), async (draft) => {
      const { body, before, old } = draft;
      const named = bodyValues(model, body);
      if (before === null) draft.values = { ...(await defaultValues(ctx, model, named)), ...named };
      else {
        const expected = draft.expected ?? { version: null };
        const { unconditional } = await assertVersion(expected, before['version'] as number, () => old);
        Object.assign(draft, { unconditional, values: changed(named, before) });
      }
      checkValues(ctx, model, draft.values, before);
    });
    await this.#checkReferences();
    const changes = this.#live().filter(({ before }) => before !== null);
    for (const draft of await treeViolations(ctx, model, changes))
      draft.outcome = ruleBroken('errors.entity.tree', {
        errors: [{ path: `/${model.tree!.wire}`, key: 'errors.entity.tree' }],
      });
    await this.#each(this.#live(), async ({ values, before }) =>
      this.#hooks.beforeWrite?.(ctx, values, before),
    );
    await this.#checkUnique(this.#live());
  }

  /** Locks and reads the records that are changed. */
  async #read(): Promise<void> {
    const [ctx, model] = [this.#ctx, this.#model];
    const drafts = this.#live().filter(({ key }) => key !== null);
    if (drafts.length === 0) return;
    const keys = drafts.map(({ key }) => key!);
    const { rows, refused } = await lockedRows(ctx, model, keys, 'update');
    const wires = await present(ctx, model, [...rows.values()]);
    const old = new Map(wires.map((wire) => [wire[model.key.wire] as number, wire]));
    for (const draft of drafts) {
      const key = draft.key!;
      draft.outcome = refused.get(key) ?? null;
      if (draft.outcome === null) Object.assign(draft, { before: rows.get(key)!, old: old.get(key)! });
    }
  }

  /** Refuses records that name records which are not there, or which the caller may not see. */
  async #checkReferences(): Promise<void> {
    const [ctx, model] = [this.#ctx, this.#model];
    const live = this.#live();
    const targets = await readTargets(
      ctx,
      model,
      live.map(({ values }) => values),
    );
    for (const field of model.fields) {
      if (field.target === null) continue;
      const names = targets.get(field.target);
      for (const draft of live) {
        const value = draft.values[field.name] ?? null;
        if (value === null) continue;
        const keys = Array.isArray(value) ? value : [value];
        if (keys.some((key) => !names?.has(key as number))) draft.outcome ??= referenceError(field);
      }
    }
  }

  /** Refuses records whose unique values a stored record or an earlier one of the batch has. */
  async #checkUnique(
    drafts: readonly Draft[],
    computed: ReadonlyMap<Draft, StoredRow> = new Map(),
  ): Promise<void> {
    const [ctx, model] = [this.#ctx, this.#model];
    const rows = new Map<StoredRow, Draft>();
    for (const draft of drafts) {
      const row = { ...draft.before, ...draft.values, ...computed.get(draft) };
      if (draft.id === null) delete row[model.key.name];
      rows.set(row, draft);
    }
    const all = [...rows.keys()];
    for (const found of [await findDoubles(ctx, model, all), findRepeats(model, all)])
      for (const [row, rule] of found) rows.get(row)!.outcome ??= uniqueError(ctx, model, rule);
  }

  /**
   * Writes records. Records refused on the way are left out and the others are written anew, so that numbers have no gaps. Where
   * a simultaneous request made something impossible, the database does not say for which record, and halves are tried.
   */
  async #write(drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return;
    const refusal = await inSavepoint(this.#ctx, () => this.#attempt(drafts));
    if (refusal === null) return;
    if (refusal instanceof SomeRefused) return this.#write(this.#live(drafts));
    if (drafts.length === 1) {
      drafts[0]!.outcome = refusal;
      return;
    }
    const half = Math.ceil(drafts.length / 2);
    await this.#write(drafts.slice(0, half));
    await this.#write(drafts.slice(half));
  }

  /** @throws SomeRefused when records have been refused, AppError for a record that is not known */
  async #attempt(drafts: readonly Draft[]): Promise<void> {
    const [ctx, model] = [this.#ctx, this.#model];
    const computed = await this.#computed(drafts);
    this.#assertLive(drafts);
    const written = drafts.filter(
      (draft) => draft.before === null || Object.keys(computed.get(draft)!).length > 0,
    );
    await this.#checkUnique(
      written.filter((draft) => Object.keys(computed.get(draft)!).some((name) => !(name in draft.values))),
      computed,
    );
    this.#assertLive(drafts);
    const keys = await this.#store(written, computed);
    const stored = await this.#stored(written, keys);
    this.#assertLive(drafts);
    await this.#each(written, async (draft) =>
      this.#hooks.afterWrite?.(ctx, stored.get(keys.get(draft)!)!, draft.before),
    );
    this.#assertLive(drafts);
    const wires = await present(ctx, model, [...stored.values()]);
    const after = new Map(wires.map((wire) => [wire[model.key.wire] as number, wire]));
    await auditMany(
      ctx,
      written.map((draft): Change => {
        const [entityId, wire] = [keys.get(draft)!, after.get(keys.get(draft)!)!];
        const entry = { entity: model.id, entityId };
        if (draft.before === null) return { ...entry, action: 'create', before: null, after: wire };
        const { unconditional } = draft;
        return { ...entry, action: 'update', ...difference(draft.old, wire), unconditional };
      }),
    );
    for (const draft of written) {
      const id = keys.get(draft)!;
      const verb = draft.before === null ? 'create' : 'update';
      publishChange(ctx.db, model.id, { verb, id, version: stored.get(id)!['version'] as number });
      draft.outcome = { done: `${verb}d`, wire: after.get(id)! };
    }
    for (const draft of drafts) draft.outcome ??= { done: 'unchanged', wire: draft.old };
  }

  #assertLive(drafts: readonly Draft[]): void {
    if (drafts.some(({ outcome }) => outcome !== null)) throw new SomeRefused();
  }

  /** The values of records with those that are numbered and computed; of a change what differs. */
  async #computed(drafts: readonly Draft[]): Promise<Map<Draft, StoredRow>> {
    const [ctx, model] = [this.#ctx, this.#model];
    const computed = new Map(drafts.map((draft): [Draft, StoredRow] => [draft, { ...draft.values }]));
    const created = drafts.filter(({ before }) => before === null);
    for (const field of model.fields.filter(({ field: one }) => one.auto)) {
      if (created.length === 0) break;
      const first = await nextNumbers(ctx, model, field, created.length);
      created.forEach((draft, at) => (computed.get(draft)![field.name] = first + at));
    }
    await this.#each(drafts, async (draft) => {
      const row = computed.get(draft)!;
      const { before } = draft;
      const found = await computeValues(ctx, model, { ...before, ...row });
      Object.assign(row, before === null ? found : changed(found, before));
    });
    return computed;
  }

  /** Writes rows and their links. @returns the keys of the records */
  async #store(
    drafts: readonly Draft[],
    computed: ReadonlyMap<Draft, StoredRow>,
  ): Promise<ReadonlyMap<Draft, number>> {
    const [ctx, model] = [this.#ctx, this.#model];
    const created = drafts.filter(({ before }) => before === null);
    const updated = drafts.filter(({ before }) => before !== null);
    const valuesOf = (draft: Draft): StoredRow => computed.get(draft)!;
    try {
      const keys = new Map<Draft, number>(updated.map((draft) => [draft, draft.id!]));
      const inserted = created.length === 0 ? [] : await insertRows(ctx, model, created.map(valuesOf));
      created.forEach((draft, at) => keys.set(draft, inserted[at]!));
      if (updated.length > 0)
        await updateRows(
          ctx,
          model,
          updated.map((draft) => ({ key: draft.id!, values: valuesOf(draft) })),
        );
      await writeLinks(
        ctx,
        model,
        drafts.map((draft) => ({
          key: keys.get(draft)!,
          isNew: draft.before === null,
          values: valuesOf(draft),
        })),
      );
      return keys;
    } catch (error) {
      throw toWriteError(ctx, model, error);
    }
  }

  /** Reads records back, and refuses those that do not match the row rules of the verb that wrote them. */
  async #stored(drafts: readonly Draft[], keys: ReadonlyMap<Draft, number>): Promise<Map<number, StoredRow>> {
    const stored = new Map<number, StoredRow>();
    for (const verb of ['create', 'update'] as const) {
      const own = drafts.filter(({ before }) => (before === null) === (verb === 'create'));
      if (own.length === 0) continue;
      const found = await readRows(
        this.#ctx,
        this.#model,
        own.map((draft) => keys.get(draft)!),
        verb,
      );
      for (const row of found) stored.set(row[this.#model.key.name] as number, row);
      for (const draft of own)
        if (!stored.has(keys.get(draft)!)) draft.outcome = ruleBroken('errors.entity.rowRule');
    }
    return stored;
  }

  /** Runs a step for each record; its refusal is that of the record. */
  async #each(
    drafts: readonly Draft[],
    step: (draft: Draft) => Promise<void> | void | undefined,
  ): Promise<void> {
    for (const draft of drafts)
      try {
        await step(draft);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        draft.outcome = error;
      }
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
 * Locks records for a write, in the order of their keys.
 * @returns the records, and why others are refused: NOT_FOUND for one that the caller may not see, FORBIDDEN for one that they
 * may only read
 */
export async function lockedRows(
  ctx: Context,
  model: EntityModel,
  keys: readonly number[],
  verb: 'update' | 'delete',
): Promise<{ rows: Map<number, StoredRow>; refused: Map<number, AppError> }> {
  const byKey = (rows: readonly StoredRow[]) =>
    new Map(rows.map((row) => [row[model.key.name] as number, row]));
  const rows = byKey(await readRows(ctx, model, keys, 'read', verb));
  const refused = new Map<number, AppError>();
  for (const key of keys) if (!rows.has(key)) refused.set(key, notFound());
  if (hasRowRules(ctx, model, verb)) {
    const allowed = byKey(await readRows(ctx, model, [...rows.keys()], verb));
    for (const key of rows.keys())
      if (!allowed.has(key)) {
        refused.set(key, new AppError('FORBIDDEN'));
        rows.delete(key);
      }
  }
  return { rows, refused };
}

/** The values that differ from the record's. An empty list is no value. */
function changed(values: StoredRow, before: StoredRow): StoredRow {
  const comparable = (value: Json | undefined): string =>
    JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => comparable(before[name]) !== comparable(value)),
  );
}
