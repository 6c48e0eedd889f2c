import { sql } from 'kysely';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { RouteAccess } from '../../../../contracts/data-catalogue.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { assertAllowed } from '../../access.ts';
import { callerOf, withAllRights } from '../../caller-of.ts';
import type { Context, Tenant } from '../../contract.ts';
import { AppError, failureOf } from '../../errors.ts';
import { enqueue, jobTransaction, type JobContext } from '../../job.ts';
import { text } from '../../texts.ts';
import { publishTransfer } from '../../topics.ts';
import type { RowError } from './row-errors.ts';
import type { WrittenRow } from './written-rows.ts';

/** An import or export that goes on after its request. */
export interface Transfer {
  id: number;
  userId: number;
  kind: 'import' | 'export';
  entity: string;
  name: string;
  lang: Language;
  options: JsonObject;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  phase: 'check' | 'write' | 'undo';
  position: number;
  total: number;
  report: Json;
  message: string;
}

/** State of an import while it is taken back: why it failed, and the rows that stay since others changed their records. */
export interface UndoReport {
  errors: RowError[];
  kept: number[];
}

/** Kind of the records that the files of transfers belong to. */
export const TRANSFER = 'transfer';

/** The person cancelled it. */
export class Cancelled extends Error {}

/** Adds a transfer and its job with the commit of the request's transaction. */
export async function addTransfer(
  ctx: Context,
  { kind, entity, name, options, total }: Pick<Transfer, 'kind' | 'entity' | 'name' | 'options' | 'total'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transfer (tenant_id, user_id, kind, entity, name, lang, options, total)
    values (${ctx.tenant.id}, ${ctx.caller.userId}, ${kind}, ${entity}, ${name}, ${ctx.lang},
      ${JSON.stringify(options)}::jsonb, ${total})
    returning id`.execute(ctx.db);
  const { id } = rows[0]!;
  const jobId = await enqueue(ctx.db, ctx.tenant.id, {
    kind: `${kind}.${entity}`,
    maxAttempts: ATTEMPTS,
    payload: {
      transferId: id,
      tenant: { ...ctx.tenant, pictureHosts: [], colors: { ...ctx.tenant.colors } },
      host: ctx.host,
      address: ctx.address,
      userAgent: String(ctx.headers['user-agent'] ?? ''),
    },
  });
  await sql`update transfer set job_id = ${jobId} where id = ${id}`.execute(ctx.db);
  publishTransfer(ctx.db, ctx.caller.userId, id);
  return id;
}

/** Attempts after which a transfer has failed that comes no further; a stop of the process does not count. */
export const ATTEMPTS = 3;

export interface TransferPayload {
  transferId: number;
  tenant: JsonObject;
  host: string;
  address: string;
  userAgent: string;
}

/** The work of a transfer's job: its transactions run as the person who asked, with the rights that they have then. */
export class TransferWork {
  readonly transfer: Transfer;
  #hasComeOn = false;
  readonly #job: JobContext;
  readonly #payload: TransferPayload;
  readonly #access: RouteAccess;

  private constructor(job: JobContext, payload: TransferPayload, access: RouteAccess, transfer: Transfer) {
    this.#job = job;
    this.#payload = payload;
    this.#access = access;
    this.transfer = transfer;
  }

  /** Begins or continues a transfer. @returns null for one that has ended. */
  static async begin(
    job: JobContext,
    payload: TransferPayload,
    access: RouteAccess,
  ): Promise<TransferWork | null> {
    const transfer = await jobTransaction(job, async (db) => {
      const { rows } = await sql<Transfer>`
        update transfer set state = 'running'
        where id = ${payload.transferId} and state in ('waiting', 'running')
        returning id, user_id as "userId", kind, entity, name, lang, options, state, phase, position, total, report, message`.execute(
        db,
      );
      return rows[0];
    });
    return transfer ? new TransferWork(job, payload, access, transfer) : null;
  }

  get tenantId(): number {
    return this.#job.tenantId;
  }

  /** Zone of the tenant. */
  get timeZone(): string {
    return String(this.#payload.tenant['timeZone']);
  }

  get signal(): AbortSignal {
    return this.#job.signal;
  }

  /**
   * Runs work that takes back what the person has written, in a transaction: whatever rights they have left, as no part of what
   * was asked as a whole may stay.
   */
  takingBack<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    this.#job.signal.throwIfAborted();
    return jobTransaction(this.#job, async (db) => work(await this.#context(db, 'undo')));
  }

  /** Runs work in a transaction of the person. @throws AppError FORBIDDEN when they lost the right meanwhile */
  run<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    this.#job.signal.throwIfAborted();
    return jobTransaction(this.#job, async (db) => work(await this.#context(db)));
  }

  /** A context without a transaction, for work that opens its own. */
  async detached(): Promise<Context> {
    const ctx = await jobTransaction(this.#job, (db) => this.#context(db));
    const detached: Context = Object.create(ctx, {
      db: {
        get(): never {
          throw new Error('this work opens its own transactions');
        },
      },
    }) as Context;
    return detached;
  }

  /**
   * Stores how far the work is, in the transaction of that part of it. A part that is written stays, so the attempts after it
   * are counted anew: however often the process is killed, the work comes to its end.
   * @throws Cancelled
   */
  async progress(
    db: TenantTransaction,
    { phase, position, total, report }: Pick<Transfer, 'phase' | 'position' | 'total' | 'report'>,
  ): Promise<void> {
    const { rows } = await sql`
      update transfer set phase = ${phase}, position = ${position}, total = ${total},
        report = ${JSON.stringify(report)}::jsonb
      where id = ${this.transfer.id} and state = 'running' returning id`.execute(db);
    if (rows.length === 0) throw new Cancelled();
    if (phase !== 'check') {
      await sql`
        update job set max_attempts = ${this.#job.attempt + ATTEMPTS - 1} where id = ${this.#job.jobId}`.execute(
        db,
      );
      this.#hasComeOn = true;
    }
    publishTransfer(db, this.transfer.userId, this.transfer.id);
  }

  /** Begins to take back what is written: from here on the work does nothing else, also after a kill. */
  async beginUndo(db: TenantTransaction, { message, report }: Ending): Promise<void> {
    const errors = (report as { errors?: UndoReport['errors'] } | undefined)?.errors ?? [];
    const undo: UndoReport = {
      errors: errors.map(({ row, field, message: reason }) => ({ row, field, message: reason })),
      kept: [],
    };
    const { rows } = await sql<Transfer>`
      update transfer set phase = 'undo', message = ${message}, report = ${JSON.stringify(undo)}::jsonb
      where id = ${this.transfer.id} and state = 'running' returning phase, message, report`.execute(db);
    Object.assign(this.transfer, rows[0]);
    publishTransfer(db, this.transfer.userId, this.transfer.id);
  }

  /** How the work ended when it cannot go on; anything that another attempt may mend is thrown again. */
  failure(error: unknown): Ending {
    if (error instanceof Cancelled) return { state: 'cancelled', message: '' };
    if (error instanceof AppError && error.status < 500) {
      const { message, data } = failureOf(error, this.transfer.lang);
      return { state: 'failed', message, ...(data === undefined ? {} : { report: data as Json }) };
    }
    const { signal, attempt, maxAttempts } = this.#job;
    if (signal.aborted || attempt < maxAttempts || this.#hasComeOn) throw error;
    const { message } = failureOf(
      error instanceof AppError ? error : new AppError('INTERNAL'),
      this.transfer.lang,
    );
    this.#job.log.error({ err: error, transferId: this.transfer.id }, 'TRANSFER_FAILED');
    return { state: 'failed', message };
  }

  /** How far the work was when its last part was committed, and the report up to there. */
  async committed(): Promise<Pick<Transfer, 'phase' | 'position' | 'report'>> {
    return jobTransaction(
      this.#job,
      async (db) => {
        const { rows } = await sql<Pick<Transfer, 'phase' | 'position' | 'report'>>`
          select phase, position, report from transfer where id = ${this.transfer.id}`.execute(db);
        return rows[0]!;
      },
      'read',
    );
  }

  async #context(db: TenantTransaction, why: 'asked' | 'undo' = 'asked'): Promise<Context> {
    const { tenant, host, address, userAgent } = this.#payload;
    const { userId, lang, id } = this.transfer;
    const found = await callerOf(db, userId);
    const caller = why === 'undo' ? withAllRights(userId, found) : found;
    if (!caller) throw new AppError('FORBIDDEN');
    if (why === 'asked') assertAllowed(caller, this.#access, false);
    return {
      tenant: tenant as unknown as Tenant,
      host,
      caller,
      lang,
      address,
      requestId: `transfer-${id}`,
      log: this.#job.log,
      headers: { 'user-agent': userAgent },
      db,
      // Nobody waits for a transfer.
      signal: new AbortController().signal,
      transaction: (work, mode) => jobTransaction(this.#job, work, mode),
    };
  }
}

/** Stores what an import of all rows or none wrote, to take it back by. */
export async function noteWritten(
  db: TenantTransaction,
  { transfer, tenantId }: TransferWork,
  rows: readonly WrittenRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into transfer_row (tenant_id, transfer_id, row, record_id, version, before)
    select ${tenantId}::int, ${transfer.id}::bigint, w.row, w.key, w.version, w.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (row int, key bigint, version int, before jsonb)`.execute(
    db,
  );
}

/** Takes the last rows off what an import has written. @returns them, and how many are left */
export async function lastWritten(
  db: TenantTransaction,
  { transfer }: TransferWork,
  most: number,
): Promise<{ rows: WrittenRow[]; left: number }> {
  const { rows } = await sql<WrittenRow>`
    delete from transfer_row where transfer_id = ${transfer.id} and row in (
      select row from transfer_row where transfer_id = ${transfer.id} order by row desc limit ${most})
    returning row, record_id as key, version, before`.execute(db);
  const { rows: counted } = await sql<{ left: number }>`
    select count(*)::int as left from transfer_row where transfer_id = ${transfer.id}`.execute(db);
  return { rows, left: counted[0]!.left };
}

/** Why an import ended, and with which row the person goes on, since a part that is written stays. */
export function partlyWritten(
  lang: Language,
  reason: string,
  position: number,
  { created, updated }: { created: number; updated: number },
): string {
  // The first row of the file has the titles.
  const last = position + 1;
  return text(lang, 'errors.transfer.partly', { reason, last, next: last + 1, created, updated });
}

/** How a transfer ends. */
export interface Ending {
  state: 'done' | 'failed' | 'cancelled';
  message: string;
  report?: Json;
  fileId?: number;
}

/** Stores the end of a transfer, in the transaction that ends its job. */
export async function endTransfer(
  db: TenantTransaction,
  { transfer }: TransferWork,
  { state, message, report, fileId }: Ending,
): Promise<void> {
  await sql`
    update transfer set state = ${state}, message = ${message}, file_id = ${fileId ?? null}, ended_at = now(),
      report = coalesce(${report === undefined ? null : JSON.stringify(report)}::jsonb, report)
    where id = ${transfer.id} and ended_at is null`.execute(db);
  await sql`delete from transfer_row where transfer_id = ${transfer.id}`.execute(db);
  publishTransfer(db, transfer.userId, transfer.id);
}
