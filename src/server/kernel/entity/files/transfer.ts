import { sql } from 'kysely';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { RouteAccess } from '../../../../contracts/data-catalogue.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { assertAllowed } from '../../access.ts';
import { callerOf } from '../../caller-of.ts';
import type { Context, Tenant } from '../../contract.ts';
import { AppError, failureOf } from '../../errors.ts';
import { enqueue, jobTransaction, type JobContext } from '../../job.ts';
import { text } from '../../texts.ts';
import { publishTransfer } from '../../topics.ts';

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
  phase: 'check' | 'write';
  position: number;
  total: number;
  report: Json;
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

/** Attempts after which a transfer has failed; a stop of the process does not count. */
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
        returning id, user_id as "userId", kind, entity, name, lang, options, state, phase, position, total, report`.execute(
        db,
      );
      return rows[0];
    });
    return transfer ? new TransferWork(job, payload, access, transfer) : null;
  }

  get signal(): AbortSignal {
    return this.#job.signal;
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

  /** Stores how far the work is, in the transaction of that part of it. @throws Cancelled */
  async progress(
    db: TenantTransaction,
    { phase, position, total, report }: Pick<Transfer, 'phase' | 'position' | 'total' | 'report'>,
  ): Promise<void> {
    const { rows } = await sql`
      update transfer set phase = ${phase}, position = ${position}, total = ${total},
        report = ${JSON.stringify(report)}::jsonb
      where id = ${this.transfer.id} and state = 'running' returning id`.execute(db);
    if (rows.length === 0) throw new Cancelled();
    publishTransfer(db, this.transfer.userId, this.transfer.id);
  }

  /** How the work ended when it cannot go on; anything that another attempt may mend is thrown again. */
  failure(error: unknown): Ending {
    if (error instanceof Cancelled) return { state: 'cancelled', message: '' };
    if (error instanceof AppError && error.status < 500) {
      const { message, data } = failureOf(error, this.transfer.lang);
      return { state: 'failed', message, ...(data === undefined ? {} : { report: data as Json }) };
    }
    if (this.#job.signal.aborted || this.#job.attempt < ATTEMPTS) throw error;
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

  async #context(db: TenantTransaction): Promise<Context> {
    const { tenant, host, address, userAgent } = this.#payload;
    const { userId, lang, id } = this.transfer;
    const caller = await callerOf(db, userId);
    if (!caller) throw new AppError('FORBIDDEN');
    assertAllowed(caller, this.#access, false);
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
  publishTransfer(db, transfer.userId, transfer.id);
}
