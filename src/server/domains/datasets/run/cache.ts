import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { changeTopic } from '../../../kernel/entity/topics.ts';

/** Rows that the cache of a process keeps, of all results. */
const MOST_ROWS = 200_000;
/** Shortest time between the beginnings of two runs of one statement. Milliseconds. */
export const RUN_PAUSE_MS = 1000;

/** Key of a kept result. */
export interface CacheKey {
  tenantId: number;
  /** The statement with its row rules and joins, which says what the reader may see. */
  text: string;
  parameters: readonly unknown[];
}

/** The state of the data: a number for each entity, in one order, which grows with a change of its records. */
export type Stamp = readonly number[];

/** A result with the state of the data that it was read from, or a later one. */
export interface CachedResult<Result> {
  stamp: Stamp;
  result: Result;
}

interface Entry<Result> {
  startedAt: number;
  run: Promise<CachedResult<Result>>;
  /** Null while the run is under way. */
  computed: CachedResult<Result> | null;
  /** Readers who wait for the run, which ends with the last of them. */
  waiting: number;
  abort: AbortController;
  /** Rows of the result and 1, from the time when it is there. */
  size: number;
}

/** How a result was found: kept, under way for somebody else, or computed, for the first time or after a change. */
export type CacheUse = 'kept' | 'shared' | 'first' | 'changed';

/** Whether nothing of a state is newer than another one. */
const covers = (stamp: Stamp, asked: Stamp): boolean => asked.every((seq, at) => stamp[at]! >= seq);

/**
 * Results of datasets, kept until an event says that a record behind them changed. Readers share a result when their
 * statements are the same to the last value, so never because of a role; those who ask at the same time share one run, and
 * however often the data changes, a statement runs once in a second.
 */
export class ResultCache<Result extends { rows: readonly unknown[] }> {
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Result>>();
  readonly #mostRows: number;
  readonly #pauseMs: number;
  #rows = 0;

  constructor(mostRows = MOST_ROWS, pauseMs = RUN_PAUSE_MS) {
    this.#mostRows = mostRows;
    this.#pauseMs = pauseMs;
  }

  /**
   * @param stamp the state of the data when the reader asked: the result is of this state or a later one
   * @param run computes the result; `signal` tells it that nobody waits any more
   * @param signal of the reader, who may leave
   */
  async get(
    key: CacheKey,
    stamp: Stamp,
    run: (signal: AbortSignal) => Promise<CachedResult<Result>>,
    signal: AbortSignal,
  ): Promise<{ result: Result; use: CacheUse }> {
    const name = nameOf(key);
    let use: CacheUse = 'shared';
    for (;;) {
      let entry = this.#entries.get(name);
      if (entry?.computed && !covers(entry.computed.stamp, stamp)) {
        const left = Math.max(0, entry.startedAt + this.#pauseMs - performance.now());
        entry = this.#start(name, run, left);
        use = 'changed';
      } else if (!entry) {
        entry = this.#start(name, run, 0);
        use = 'first';
      } else if (entry.computed) {
        this.#entries.delete(name);
        this.#entries.set(name, entry);
        return { result: entry.computed.result, use: use === 'shared' ? 'kept' : use };
      }
      const computed = await this.#join(entry, name, signal);
      if (covers(computed.stamp, stamp)) return { result: computed.result, use };
    }
  }

  /** How `get` would find a result now. */
  peek(key: CacheKey, stamp: Stamp): CacheUse {
    const known = this.#entries.get(nameOf(key));
    if (!known) return 'first';
    if (!known.computed) return 'shared';
    return covers(known.computed.stamp, stamp) ? 'kept' : 'changed';
  }

  async #join(entry: Entry<Result>, name: string, signal: AbortSignal): Promise<CachedResult<Result>> {
    entry.waiting += 1;
    try {
      return await unlessAborted(entry.run, signal);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0 && entry.computed === null) {
        if (this.#entries.get(name) === entry) this.#remove(name);
        entry.abort.abort();
      }
    }
  }

  #start(
    name: string,
    run: (signal: AbortSignal) => Promise<CachedResult<Result>>,
    pauseMs: number,
  ): Entry<Result> {
    this.#remove(name);
    const abort = new AbortController();
    const entry: Entry<Result> = {
      startedAt: 0,
      run: Promise.resolve(null as never),
      computed: null,
      waiting: 0,
      abort,
      size: 0,
    };
    this.#entries.set(name, entry);
    entry.run = this.#compute(entry, name, run, pauseMs);
    // Whoever waits sees the failure; nobody may.
    entry.run.catch(() => undefined);
    return entry;
  }

  async #compute(
    entry: Entry<Result>,
    name: string,
    run: (signal: AbortSignal) => Promise<CachedResult<Result>>,
    pauseMs: number,
  ): Promise<CachedResult<Result>> {
    const { signal } = entry.abort;
    try {
      if (pauseMs > 0) await pause(pauseMs, signal);
      entry.startedAt = performance.now();
      const computed = await run(signal);
      entry.computed = computed;
      if (this.#entries.get(name) === entry) this.#keep(entry, computed.result.rows.length);
      return computed;
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

/** Waits, and stops when the signal says so. @throws the signal's reason */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let leave!: () => void;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function nameOf({ tenantId, text, parameters }: CacheKey): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, text, parameters]))
    .digest('base64');
}

/**
 * The state of the records of entities: where no number has grown, no record has changed. The records of an entity with a
 * greatest age count as changed each time that it is over.
 */
export async function stampOf(
  db: TenantTransaction,
  entities: readonly EntityModel[],
  now = Date.now(),
): Promise<Stamp> {
  const topics = entities.map(changeTopic);
  const { rows } = await sql<{ name: string; seq: number }>`
    select name, seq from public.topic where name = any(${topics.filter((topic) => topic !== null)})`.execute(
    db,
  );
  const seqs = new Map(rows.map(({ name, seq }) => [name, Number(seq)]));
  return entities.flatMap(({ document: { maxAge } }, at) => [
    seqs.get(topics[at] ?? '') ?? 0,
    maxAge === undefined ? 0 : Math.floor(now / (maxAge * 1000)),
  ]);
}
