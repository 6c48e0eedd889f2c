import type { Json, JsonObject } from '../../../contracts/json.ts';
import { dropEventsSince, eventMark } from '../../db/pending-events.ts';
import { auditMany, type Change } from '../audit.ts';
import type { Context } from '../contract.ts';
import { AppError } from '../errors.ts';
import { publishChange } from '../topics.ts';
import { assertVersion, type ExpectedVersion } from '../version.ts';
import { lockedRows } from './batch.ts';
import { refusalOf } from './bulk.ts';
import type { EntityHooks } from './hooks.ts';
import { entityText, isLinkList, linkTable, type EntityModel, type Referrer } from './entity-model.ts';
import { present, type StoredRow } from './rows.ts';
import { Statement } from './statement.ts';

/** Records that one call may delete or change beside those that it names. */
const MOST = 1000;

/** Records that an error names. */
const NAMED = 5;

/**
 * Deletes a record, and does to those that refer to it what their fields declare.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, FORBIDDEN, IN_USE naming the records that refer to it
 */
export async function deleteRecord(
  ctx: Context,
  model: EntityModel,
  hooks: ReadonlyMap<string, EntityHooks>,
  key: number,
  expected: ExpectedVersion,
): Promise<void> {
  const [refusal] = await new Deletion(ctx, model, hooks, [key], expected).run();
  if (refusal) throw refusal;
}

/**
 * Deletes several records as `deleteRecord` does, in a number of statements that does not depend on how many they are. One that
 * is refused stays, with those that it refers to, and leaves the others.
 * @param which `unused`: those alone that no other one refers to, whatever the fields of these declare
 * @returns in the order of the keys, why each was refused; null for one that is deleted
 */
export function deleteRecords(
  ctx: Context,
  model: EntityModel,
  hooks: ReadonlyMap<string, EntityHooks>,
  keys: readonly number[],
  which: 'any' | 'unused' = 'any',
): Promise<(AppError | null)[]> {
  return new Deletion(ctx, model, hooks, keys, { version: null }, which).run();
}

/** A record that is deleted if nothing is in the way. */
interface Doomed {
  model: EntityModel;
  key: number;
  row: StoredRow;
  wire: JsonObject;
  refusal: AppError | null;
  /** Records that are deleted with this one. */
  parts: Set<Doomed>;
  /** Records that are to be deleted too, without which this one cannot be. */
  users: Set<Doomed>;
}

/** Records whose references to deleted ones become empty. */
interface Emptied {
  referrer: Referrer;
  target: Doomed;
  key: number;
}

class Deletion {
  readonly #ctx: Context;
  readonly #model: EntityModel;
  readonly #hooks: ReadonlyMap<string, EntityHooks>;
  readonly #keys: readonly number[];
  readonly #expected: ExpectedVersion;
  readonly #which: 'any' | 'unused';
  readonly #refused = new Map<number, AppError>();
  readonly #doomed = new Map<string, Doomed>();
  readonly #emptied: Emptied[] = [];
  #touched = 0;

  constructor(
    ctx: Context,
    model: EntityModel,
    hooks: ReadonlyMap<string, EntityHooks>,
    keys: readonly number[],
    expected: ExpectedVersion,
    which: 'any' | 'unused' = 'any',
  ) {
    this.#ctx = ctx;
    this.#model = model;
    this.#hooks = hooks;
    this.#keys = keys;
    this.#expected = expected;
    this.#which = which;
  }

  async run(): Promise<(AppError | null)[]> {
    const ctx = this.#ctx;
    const { doomed: roots, refused } = await this.#open(this.#model, this.#keys);
    for (const [key, error] of refused) this.#refused.set(key, error);
    for (const root of roots)
      root.refusal = await refusalOf(() =>
        assertVersion(this.#expected, root.row['version'] as number, () => root.wire),
      );
    // Record by record of the level before, what falls with it.
    for (let level: Doomed[] = roots; level.length > 0;) level = await this.#next(level);
    await this.#findUsers();
    const mark = eventMark(ctx.db);
    for (;;) {
      const deleted = this.#deleted(roots);
      const isRefused = await this.#hooksRefuse(deleted);
      if (isRefused) dropEventsSince(ctx.db, mark);
      else {
        await this.#write(deleted);
        break;
      }
    }
    return this.#keys.map((key) => this.#refused.get(key) ?? this.#of(this.#model, key)?.refusal ?? null);
  }

  #of(model: EntityModel, key: number): Doomed | undefined {
    return this.#doomed.get(`${model.id}/${key}`);
  }

  /** The fate of records that refer to a deleted one. */
  #ruleOf({ field: { field } }: Referrer): string {
    return this.#which === 'unused' ? 'refuse' : (field.onDelete ?? 'refuse');
  }

  /** Locks records that are to be deleted, which were not met yet. */
  async #open(
    model: EntityModel,
    keys: readonly number[],
  ): Promise<{ doomed: Doomed[]; refused: ReadonlyMap<number, AppError> }> {
    const { rows, refused } = await lockedRows(this.#ctx, model, keys, 'delete');
    const all = [...rows.entries()];
    const wires = await present(
      this.#ctx,
      model,
      all.map(([, row]) => row),
    );
    const doomed = all.map(([key, row], at): Doomed => {
      const one = {
        model,
        key,
        row,
        wire: wires[at]!,
        refusal: null,
        parts: new Set<Doomed>(),
        users: new Set<Doomed>(),
      };
      this.#doomed.set(`${model.id}/${key}`, one);
      return one;
    });
    return { doomed, refused };
  }

  /** Notes what is deleted or changed with records. @returns the records that are to be deleted too, and were not met yet */
  async #next(level: readonly Doomed[]): Promise<Doomed[]> {
    const next: Doomed[] = [];
    for (const [model, targets] of byModel(level)) {
      for (const referrer of model.referrers) {
        const rule = this.#ruleOf(referrer);
        if (rule !== 'cascade' && rule !== 'empty') continue;
        const pairs = await this.#referring(referrer, targets);
        if (rule === 'empty') {
          for (const { target, key } of pairs) this.#emptied.push({ referrer, target, key });
          continue;
        }
        const unmet = [...new Set(pairs.map(({ key }) => key))].filter(
          (key) => !this.#of(referrer.model, key),
        );
        const { doomed, refused } =
          unmet.length === 0
            ? { doomed: [], refused: new Map<number, AppError>() }
            : await this.#open(referrer.model, unmet);
        next.push(...doomed);
        for (const { target, key } of pairs) {
          const part = this.#of(referrer.model, key);
          if (part) target.parts.add(part);
          else target.refusal ??= refused.get(key)!;
        }
      }
    }
    return next;
  }

  /** The records that refer to others, locked. Those of which too many would change are refused. */
  async #referring(
    { model, field }: Referrer,
    targets: readonly Doomed[],
  ): Promise<{ target: Doomed; key: number }[]> {
    const ctx = this.#ctx;
    const counts = await new Statement([targets.map(({ key }) => key)]).run<{
      target: number;
      count: number;
    }>(
      ctx.db,
      `select w.target, count(*)::int as count from ${references({ model, field }, '$1')} group by w.target`,
    );
    const countOf = new Map(counts.map(({ target, count }) => [target, count]));
    const accepted = new Map<number, Doomed>();
    for (const target of targets) {
      const count = countOf.get(target.key) ?? 0;
      if (count === 0) continue;
      if (this.#touched + count > MOST)
        target.refusal ??= new AppError('IN_USE', {
          message: 'errors.entity.tooManyReferences',
          params: { limit: MOST },
        });
      else {
        this.#touched += count;
        accepted.set(target.key, target);
      }
    }
    if (accepted.size === 0) return [];
    const rows = await new Statement([[...accepted.keys()]]).run<{ key: number; target: number }>(
      ctx.db,
      `select t.${model.key.column} as key, w.target from ${references({ model, field }, '$1')}
       order by 1, 2 for update of t`,
    );
    return rows.map(({ key, target }) => ({ key, target: accepted.get(target)! }));
  }

  /** Refuses records that others refer to, but those that are to be deleted too. */
  async #findUsers(): Promise<void> {
    const ctx = this.#ctx;
    for (const [model, targets] of byModel([...this.#doomed.values()])) {
      const found = new Map<Doomed, string[]>();
      for (const { model: by, field } of model.referrers) {
        if (this.#ruleOf({ model: by, field }) !== 'refuse') continue;
        const own = [...this.#doomed.values()].filter((one) => one.model === by).map(({ key }) => key);
        const rows = await new Statement([targets.map(({ key }) => key), own]).run<{
          target: number;
          key: number;
          name: string | null;
          doomed: boolean;
        }>(
          ctx.db,
          `select target, key, name, doomed from (
             select w.target, t.${by.key.column} as key, t.${by.display.column}::text as name,
               t.${by.key.column} = any($2::bigint[]) as doomed,
               row_number() over (partition by w.target, t.${by.key.column} = any($2::bigint[])
                 order by t.${by.display.column}, t.${by.key.column}) as at
             from ${references({ model: by, field }, '$1')}
           ) x where doomed or at <= ${NAMED + 1} order by target, at`,
        );
        const title = entityText(by, ctx.lang, by.document.title);
        for (const row of rows) {
          const target = this.#of(model, row.target)!;
          if (row.doomed) target.users.add(this.#of(by, row.key)!);
          else found.set(target, [...(found.get(target) ?? []), `${title}: ${row.name ?? row.key}`]);
        }
      }
      for (const [target, names] of found) target.refusal ??= inUse(names);
    }
  }

  /** The records that can be deleted. Whatever cannot be keeps what it belongs to, and what it refers to. */
  #deleted(roots: readonly Doomed[]): Set<Doomed> {
    for (;;) {
      const deleted = new Set<Doomed>();
      const add = (one: Doomed): void => {
        if (deleted.has(one)) return;
        deleted.add(one);
        for (const part of one.parts) add(part);
      };
      for (const root of roots) if (root.refusal === null) add(root);
      const refusals = [...deleted].flatMap((one) => {
        const part = [...one.parts].find(({ refusal }) => refusal !== null);
        const user = [...one.users].find((by) => !deleted.has(by) || by.refusal !== null);
        if (one.refusal === null && part) return [[one, part.refusal!] as const];
        return one.refusal === null && user ? [[one, inUse([this.#nameOf(user)])] as const] : [];
      });
      if (refusals.length === 0) return deleted;
      for (const [one, refusal] of refusals) one.refusal = refusal;
    }
  }

  #nameOf({ model, key, row }: Doomed): string {
    const title = entityText(model, this.#ctx.lang, model.document.title);
    return `${title}: ${String(row[model.display.name] ?? key)}`;
  }

  /** Runs what is special about entities. @returns whether a record was refused by it */
  async #hooksRefuse(deleted: ReadonlySet<Doomed>): Promise<boolean> {
    let isRefused = false;
    for (const one of deleted) {
      one.refusal = await refusalOf(async () =>
        this.#hooks.get(one.model.id)?.beforeDelete?.(this.#ctx, one.row),
      );
      isRefused ||= one.refusal !== null;
    }
    return isRefused;
  }

  async #write(deleted: ReadonlySet<Doomed>): Promise<void> {
    const ctx = this.#ctx;
    if (deleted.size === 0) return;
    const emptied = this.#emptied.filter(({ target }) => deleted.has(target));
    for (const referrer of new Set(emptied.map((one) => one.referrer)))
      await this.#empty(
        referrer,
        emptied.filter((one) => one.referrer === referrer),
      );
    // One statement, since records of several entities may refer to each other.
    const groups = [...byModel([...deleted])];
    const statement = new Statement();
    const parts = groups.map(([model, records], at) => {
      const keys = statement.value(
        records.map(({ key }) => key),
        'bigint[]',
      );
      return `d${at} as (delete from ${model.table} where ${model.key.column} = any(${keys}))`;
    });
    await statement.run(ctx.db, `with ${parts.join(', ')} select`);
    await auditMany(
      ctx,
      [...deleted].map(({ model, key, wire }): Change => ({
        entity: model.id,
        entityId: key,
        action: 'delete',
        before: wire,
        after: null,
        unconditional: this.#expected.version === null,
      })),
    );
    for (const { model, key } of deleted) publishChange(ctx.db, model.id, { verb: 'delete', id: key });
  }

  async #empty({ model, field }: Referrer, pairs: readonly Emptied[]): Promise<void> {
    const { db, caller } = this.#ctx;
    const keys = [...new Set(pairs.map(({ key }) => key))];
    const targets = [...new Set(pairs.map(({ target }) => target.key))];
    if (isLinkList(field))
      await new Statement([targets]).run(
        db,
        `delete from ${linkTable(model, field)} where target_id = any($1::bigint[])`,
      );
    else
      await new Statement([targets]).run(
        db,
        `update ${model.table} set ${field.column} = null where ${field.column} = any($1::bigint[])`,
      );
    const versions = await new Statement([keys, caller.userId]).run<{ id: number; version: number }>(
      db,
      `update ${model.table} set version = version + 1, updated_at = now(), updated_by = $2::bigint
       where ${model.key.column} = any($1::bigint[]) returning ${model.key.column} as id, version`,
    );
    for (const one of versions) publishChange(db, model.id, { verb: 'update', ...one });
    const goneOf = new Map<number, number[]>(keys.map((key) => [key, []]));
    for (const { key, target } of pairs) goneOf.get(key)!.push(target.key);
    await auditMany(
      this.#ctx,
      keys.map((key): Change => {
        const gone = goneOf.get(key)!;
        const [before, after]: [Json, Json] = isLinkList(field) ? [gone, []] : [gone[0]!, null];
        return {
          entity: model.id,
          entityId: key,
          action: 'update',
          before: { [field.wire]: before },
          after: { [field.wire]: after },
        };
      }),
    );
  }
}

function byModel(records: readonly Doomed[]): Map<EntityModel, Doomed[]> {
  const groups = new Map<EntityModel, Doomed[]>();
  for (const one of records) {
    const found = groups.get(one.model);
    if (found) found.push(one);
    else groups.set(one.model, [one]);
  }
  return groups;
}

/** The records `t` that refer to one of the keys, each with it as `w.target`. */
const references = ({ model, field }: Referrer, keys: string): string =>
  isLinkList(field)
    ? `unnest(${keys}::bigint[]) w (target) join ${linkTable(model, field)} l on l.target_id = w.target
       join ${model.table} t on t.${model.key.column} = l.record_id`
    : `unnest(${keys}::bigint[]) w (target) join ${model.table} t on t.${field.column} = w.target`;

const inUse = (names: readonly string[]): AppError =>
  new AppError('IN_USE', {
    message: 'errors.entity.inUse',
    params: {
      names: names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}…` : names.join(', '),
    },
  });
