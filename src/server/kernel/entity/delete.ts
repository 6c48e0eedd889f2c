import type { Json } from '../../../contracts/json.ts';
import { audit } from '../audit.ts';
import type { Context } from '../contract.ts';
import { AppError } from '../errors.ts';
import { publishChange } from '../topics.ts';
import { assertVersion, type ExpectedVersion } from '../version.ts';
import type { EntityHooks } from './hooks.ts';
import { entityText, isLinkList, linkTable, type EntityModel, type Referrer } from './model.ts';
import { present } from './rows.ts';
import { Statement } from './statement.ts';
import { lockedRow } from './write.ts';

/** Records that one deletion may delete or change. More of them are a job for the people who use them. */
const MOST = 1000;

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
  await new Deletion(ctx, hooks).run(model, key, expected);
}

class Deletion {
  readonly #ctx: Context;
  readonly #hooks: ReadonlyMap<string, EntityHooks>;
  /** Records that are being deleted, so that those that refer to each other end. */
  readonly #open = new Set<string>();
  #touched = 0;

  constructor(ctx: Context, hooks: ReadonlyMap<string, EntityHooks>) {
    this.#ctx = ctx;
    this.#hooks = hooks;
  }

  async run(model: EntityModel, key: number, expected: ExpectedVersion): Promise<void> {
    const ctx = this.#ctx;
    const id = `${model.id}/${key}`;
    if (this.#open.has(id)) return;
    this.#open.add(id);
    const row = await lockedRow(ctx, model, key, 'delete');
    const [wire = {}] = await present(ctx, model, [row]);
    const { unconditional } = await assertVersion(expected, row['version'] as number, () => wire);
    await this.#hooks.get(model.id)?.beforeDelete?.(ctx, row);
    const kept = model.referrers.filter(({ field }) => (field.field.onDelete ?? 'refuse') === 'refuse');
    await this.#assertUnused(kept, key);
    for (const referrer of model.referrers) {
      const rule = referrer.field.field.onDelete;
      if (rule === 'cascade') await this.#cascade(referrer, key);
      else if (rule === 'empty') await this.#empty(referrer, key);
    }
    await new Statement([key]).run(
      ctx.db,
      `delete from ${model.table} where ${model.key.column} = $1::bigint`,
    );
    await audit(ctx, {
      entity: model.id,
      entityId: key,
      action: 'delete',
      before: wire,
      after: null,
      unconditional,
    });
    publishChange(ctx.db, model.id, { verb: 'delete', id: key });
  }

  /** Names up to five of the records that refer to the one to delete. */
  async #assertUnused(referrers: readonly Referrer[], key: number): Promise<void> {
    const found: string[] = [];
    for (const { model, field } of referrers) {
      const rows = await new Statement([key]).run<{ key: number; name: string | null }>(
        this.#ctx.db,
        `select t.${model.key.column} as key, t.${model.display.column}::text as name from ${model.table} t
         where ${refersTo({ model, field })} order by 2 limit 6`,
      );
      const open = rows.filter((row) => !this.#open.has(`${model.id}/${row.key}`));
      const title = entityText(model, this.#ctx.lang, model.document.title);
      found.push(...open.map((row) => `${title}: ${row.name ?? row.key}`));
    }
    if (found.length === 0) return;
    throw new AppError('IN_USE', {
      message: 'errors.entity.inUse',
      params: { names: found.length > 5 ? `${found.slice(0, 5).join(', ')}…` : found.join(', ') },
    });
  }

  async #cascade({ model, field }: Referrer, key: number): Promise<void> {
    for (const one of await this.#referring({ model, field }, key))
      await this.run(model, one, { version: null });
  }

  async #empty({ model, field }: Referrer, key: number): Promise<void> {
    const { db, caller } = this.#ctx;
    const keys = await this.#referring({ model, field }, key);
    if (keys.length === 0) return;
    if (isLinkList(field)) {
      await new Statement([key]).run(
        db,
        `delete from ${linkTable(model, field)} where target_id = $1::bigint`,
      );
    } else {
      await new Statement([key]).run(
        db,
        `update ${model.table} set ${field.column} = null where ${field.column} = $1::bigint`,
      );
    }
    const versions = await new Statement([keys, caller.userId]).run<{ id: number; version: number }>(
      db,
      `update ${model.table} set version = version + 1, updated_at = now(), updated_by = $2::bigint
       where ${model.key.column} = any($1::bigint[]) returning ${model.key.column} as id, version`,
    );
    for (const one of versions) publishChange(db, model.id, { verb: 'update', ...one });
    const [before, after]: [Json, Json] = isLinkList(field) ? [[key], []] : [key, null];
    for (const one of keys)
      await audit(this.#ctx, {
        entity: model.id,
        entityId: one,
        action: 'update',
        before: { [field.wire]: before },
        after: { [field.wire]: after },
      });
  }

  /** Keys of the records whose field refers to the one to delete, locked. */
  async #referring({ model, field }: Referrer, key: number): Promise<number[]> {
    const rows = await new Statement([key]).run<{ key: number }>(
      this.#ctx.db,
      `select t.${model.key.column} as key from ${model.table} t where ${refersTo({ model, field })}
       order by 1 limit ${MOST + 1} for update of t`,
    );
    this.#touched += rows.length;
    if (this.#touched > MOST)
      throw new AppError('IN_USE', { message: 'errors.entity.tooManyReferences', params: { limit: MOST } });
    return rows.map((row) => row.key);
  }
}

/** The condition that a record `t` refers to the key $1. */
const refersTo = ({ model, field }: Referrer): string =>
  isLinkList(field)
    ? `exists (select from ${linkTable(model, field)} l where l.record_id = t.${model.key.column} and l.target_id = $1::bigint)`
    : `t.${field.column} = $1::bigint`;
