import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { entityTopic } from '../../kernel/topics.ts';
import type { TenantTransaction } from '../../db/tables.ts';

/** Rows that the cache of a process keeps, of all results. */
const MOST_ROWS = 200_000;

/** What a result is kept under. */
export interface CacheKey {
  tenantId: number;
  /** The statement with its row rules and joins, which says what the reader may see. */
  text: string;
  parameters: readonly unknown[];
}

interface Entry<Result> {
  /** The numbers of the last events of the topics behind the result, read before it was. */
  stamp: string;
  result: Promise<Result>;
  /** Rows of the result and 1, from the time when it is there. */
  size: number;
}

/** How a result was found: kept, under way for somebody else, or computed, for the first time or after a change. */
export type CacheUse = 'kept' | 'shared' | 'first' | 'changed';

/**
 * Results of datasets, kept until an event says that a record behind them changed. Readers share a result when their
 * statements are the same to the last value, so never because of a role; those who ask at the same time share one run.
 */
export class ResultCache<Result extends { rows: readonly unknown[] }> {
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Result>>();
  readonly #mostRows: number;
  #rows = 0;

  constructor(mostRows: number = MOST_ROWS) {
    this.#mostRows = mostRows;
  }

  /** @param stamp the state of the data, read before `run` begins: a change in between makes the result an old one */
  async get(
    key: CacheKey,
    stamp: string,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; use: CacheUse }> {
    const name = nameOf(key);
    const known = this.#entries.get(name);
    if (known?.stamp === stamp) {
      this.#entries.delete(name);
      this.#entries.set(name, known);
      return { use: howFound(known), result: await known.result };
    }
    const result = await this.#compute(name, stamp, run);
    return { result, use: known === undefined ? 'first' : 'changed' };
  }

  /** How `get` would find a result now. */
  peek(key: CacheKey, stamp: string): CacheUse {
    const known = this.#entries.get(nameOf(key));
    if (known?.stamp !== stamp) return known === undefined ? 'first' : 'changed';
    return howFound(known);
  }

  async #compute(name: string, stamp: string, run: () => Promise<Result>): Promise<Result> {
    this.#remove(name);
    const entry = { stamp, result: run(), size: 0 };
    this.#entries.set(name, entry);
    try {
      const result = await entry.result;
      // A later reader may have found newer data meanwhile.
      if (this.#entries.get(name) === entry) this.#keep(entry, result.rows.length);
      return result;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      throw error;
    }
  }

  #keep(entry: Entry<Result>, rows: number): void {
    entry.size = rows + 1;
    this.#rows += entry.size;
    for (const [name, { size }] of this.#entries) {
      if (this.#rows <= this.#mostRows) return;
      if (size > 0) this.#remove(name);
    }
  }

  #remove(name: string): void {
    this.#rows -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }
}

const howFound = ({ size }: { size: number }): CacheUse => (size > 0 ? 'kept' : 'shared');

function nameOf({ tenantId, text, parameters }: CacheKey): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, text, parameters]))
    .digest('base64');
}

/** The numbers of the last events about the records of entities: equal ones mean that no record has changed. */
export async function stampOf(db: TenantTransaction, entities: readonly string[]): Promise<string> {
  const topics = entities.map(entityTopic).toSorted();
  const { rows } = await sql<{ stamp: string | null }>`
    select string_agg(name || '=' || seq, ',' order by name) as stamp
    from public.topic where name = any(${topics})`.execute(db);
  return rows[0]?.stamp ?? '';
}
