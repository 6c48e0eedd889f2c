import { startThread } from '../../threads/start-thread.ts';
import { GuardedThread, Stopped, type Watching } from '../../threads/guarded-thread.ts';
import { AppError } from '../errors.ts';
import { createTurns } from '../in-turn.ts';
import type { ReaderName, ReadingStep, ReadingWork, WantedBytes } from './reading-work.ts';
import { fileLimits, READING_MEMORY_MB, requestLimits } from './limits.ts';
import type { FileRow, Notation, TableEnd, TableRows } from './rows.ts';
import type { TableForm, TableOptions } from './table-form.ts';
import type { FileSource } from './source.ts';

/** A thread that has computed for half a minute without reading or writing anything does not end by itself. */
const watching: Watching = { processorMs: 30_000, everyMs: 1000 };

const startReader = (): GuardedThread =>
  new GuardedThread(
    (progress) =>
      startThread('file-worker', {
        workerData: { progress },
        resourceLimits: { maxOldGenerationSizeMb: READING_MEMORY_MB, maxYoungGenerationSizeMb: 32 },
      }),
    watching,
  );

/** The thread that read the file before, if it came to the end. */
let idle: GuardedThread | null = null;

/** Ends the thread that waits for a file, as tests do. */
export async function closeReader(): Promise<void> {
  const thread = idle;
  idle = null;
  await thread?.end();
}

/** Reading of a file, step by step. */
export class FileReading<Item, End = null> {
  readonly #thread: GuardedThread;
  readonly #source: FileSource;
  #work: ReadingWork;
  #isOver = false;

  constructor(reader: ReaderName, source: FileSource, options: unknown = null) {
    this.#thread = idle ?? startReader();
    idle = null;
    this.#source = source;
    this.#work = { read: reader, bytes: source.bytes, options };
  }

  /**
   * Reads on. The next step begins when this one is asked for, so that a reader is never ahead of who writes.
   * @throws AppError VALIDATION_FAILED for a file that is refused
   */
  next(): Promise<{ item: Item } | { end: End }> {
    const work = this.#work;
    this.#work = { next: 'step' };
    return this.#ask(work);
  }

  /** Reads what is left, of which only the end is answered. */
  async end(): Promise<End> {
    const step = await this.#ask({ next: 'end' });
    if ('item' in step) throw new Error('a file has an end');
    return step.end;
  }

  async #ask(work: ReadingWork): Promise<{ item: Item } | { end: End }> {
    const step = await this.#step(work);
    if ('item' in step) return step as { item: Item };
    if ('end' in step) {
      this.#isOver = true;
      return step as { end: End };
    }
    this.#isOver = true;
    throw new AppError(step.refused.code, step.refused.options);
  }

  async #step(work: ReadingWork): Promise<ReadingStep> {
    try {
      const wanted = ({ from, to }: WantedBytes): Promise<Uint8Array> => this.#source.read(from, to);
      return (await this.#thread.ask(work, wanted)) as ReadingStep;
    } catch (error) {
      throw error instanceof Stopped ? stoppedError(error) : error;
    }
  }

  /** Ends the thread, whose work is rejected. */
  stop(): void {
    void this.#thread.end();
  }

  /** Gives the thread back; one that is still reading, or reads ahead, is ended. */
  async close(): Promise<void> {
    if (this.#isOver && idle === null && this.#thread.isFree) idle = this.#thread;
    else await this.#thread.end();
  }
}

/** The refusal of a file whose reading was ended. @throws Stopped when that was no fault of the file */
function stoppedError(error: Stopped): AppError {
  if (error.reason === 'failed') throw error;
  const params: Record<string, number> = error.reason === 'memory' ? { limit: READING_MEMORY_MB } : {};
  const key = error.reason === 'memory' ? 'errors.import.limit.memory' : 'errors.import.limit.still';
  return new AppError('VALIDATION_FAILED', {
    message: key,
    params,
    errors: [{ path: '/file', key, params }],
    cause: error,
  });
}

/** Files that requests read at a time, each in a thread of its own. */
const inTurn = createTurns(2);
/** Of a tenant, one file waits for those of others; the rest waits for it. */
const tenants = new Map<number, { waiting: number; turn: ReturnType<typeof createTurns> }>();

/** Runs the reading of a request's file when it is the tenant's turn. */
export async function inReadingTurn<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
  const own = tenants.get(tenantId) ?? { waiting: 0, turn: createTurns(1) };
  tenants.set(tenantId, own);
  own.waiting += 1;
  try {
    return await own.turn(() => inTurn(work));
  } finally {
    own.waiting -= 1;
    if (own.waiting === 0) tenants.delete(tenantId);
  }
}

/** Reads a file for a request. @throws AppError VALIDATION_FAILED */
export function readAll<Item, End>(
  tenantId: number,
  reader: ReaderName,
  source: FileSource,
  options: unknown = null,
): Promise<{ items: Item[]; end: End }> {
  return inReadingTurn(tenantId, async () => {
    const reading = new FileReading<Item, End>(reader, source, options);
    const items: Item[] = [];
    try {
      for (;;) {
        const step = await reading.next();
        if ('end' in step) return { items, end: step.end };
        items.push(step.item);
      }
    } finally {
      await reading.close();
    }
  });
}

/** A table that a request has read. */
export interface ReadTable {
  /** Its rows, the header first; only the first ones when it exceeds what a request keeps. */
  rows: FileRow[];
  /** All rows of the file. */
  total: number;
  notation: Notation;
  /** Columns whose dates put the month first. */
  monthFirst: readonly number[];
  form: TableForm;
  /** Limit of `requestLimits` that it exceeds. */
  exceeds: keyof typeof requestLimits | null;
}

/** Rows that a table keeps which exceeds what a request does: the header and what a person sees of it. */
const SHOWN_ROWS = 11;

/**
 * Reads a table for a request.
 * @param options how a person wants it read
 * @throws AppError VALIDATION_FAILED
 */
export function readTable(
  tenantId: number,
  source: FileSource,
  options: TableOptions | null = null,
): Promise<ReadTable> {
  return inReadingTurn(tenantId, async () => {
    const reading = new FileReading<TableRows, TableEnd>('table', source, options);
    try {
      const rows: FileRow[] = [];
      let notation: Notation = { decimal: null, from1904: false };
      let cells = 0;
      let exceeds: ReadTable['exceeds'] = null;
      const read = ({ rows: total, monthFirst, form }: TableEnd): ReadTable => ({
        rows: exceeds ? rows.slice(0, SHOWN_ROWS) : rows,
        total,
        notation,
        monthFirst,
        form,
        exceeds,
      });
      for (;;) {
        const step = await reading.next();
        if ('end' in step) return read(step.end);
        for (const row of step.item.rows) {
          cells += row.cells.size;
          rows.push(row);
        }
        notation = step.item.notation;
        // The header is no record.
        if (rows.length > requestLimits.rows + 1) exceeds = 'rows';
        else if (cells > requestLimits.cells) exceeds = 'cells';
        else if (step.item.bytes > requestLimits.bytes) exceeds = 'bytes';
        if (exceeds) return read(await reading.end());
      }
    } finally {
      await reading.close();
    }
  });
}

/**
 * Reads a table for a job, a part of the rows at a time. The thread is the job's until it has read all.
 * @param signal ends the thread, also amid a part
 */
export async function* streamTable(
  source: FileSource,
  signal: AbortSignal,
  options: TableOptions | null = null,
): AsyncGenerator<TableRows, void> {
  const reading = new FileReading<TableRows, TableEnd>('table', source, options);
  const stop = (): void => reading.stop();
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = await reading.next();
      if ('end' in step) return;
      yield step.item;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reading.close();
  }
}

/** The refusal of a table that exceeds what a request keeps, where no job takes it. */
export function exceedsRequest(exceeds: keyof typeof requestLimits): AppError {
  const [name, limit] =
    exceeds === 'rows'
      ? ['tooMany', requestLimits.rows]
      : exceeds === 'cells'
        ? ['limit.cells', requestLimits.cells]
        : ['limit.unpacked', requestLimits.bytes / fileLimits.cellBytes];
  const key = `errors.import.${name}`;
  const params = { limit };
  return new AppError('VALIDATION_FAILED', {
    message: key,
    params,
    errors: [{ path: '/file', key, params }],
  });
}
