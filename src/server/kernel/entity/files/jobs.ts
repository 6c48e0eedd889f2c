import { Type } from 'typebox';
import type { Json } from '../../../../contracts/json.ts';
import { dropEventsSince, eventMark } from '../../../db/pending-events.ts';
import { analyseGrown, asOwner } from '../../../db/statistics.ts';
import type { RouteAccess } from '../../../../contracts/data-catalogue.ts';
import { job, type JobSpec } from '../../job.ts';
import { text } from '../../texts.ts';
import type { EntityLists, ListInput } from '../list.ts';
import type { EntityModel } from '../entity-model.ts';
import { Statement } from '../statement.ts';
import { exportFile, type fileTypes } from './export.ts';
import type { FileSource } from '../../reading/source.ts';
import type { RowOutcomes, EntityImport, ImportOptions } from './import.ts';
import type { ImportReading } from './import-file.ts';
import type { RowError } from './row-errors.ts';
import {
  ATTEMPTS,
  endTransfer,
  lastWritten,
  noteWritten,
  partlyWritten,
  TRANSFER,
  TransferWork,
  type Ending,
  type TransferPayload,
  type UndoReport,
} from './transfer.ts';
import type { WrittenRow } from './written-rows.ts';
import type { KernelParts } from '../../parts.ts';

/** Errors that a report lists; it counts the others. */
const LISTED = 1000;
/** Hours for which the file of an export can be downloaded. */
const FILE_HOURS = 24;

const payload = Type.Object({
  transferId: Type.Integer(),
  tenant: Type.Object({}, { additionalProperties: true }),
  host: Type.String(),
  address: Type.String(),
  userAgent: Type.String(),
});

interface Prepared {
  work: TransferWork;
  ending: Ending;
}

/** Declares the job of a kind of transfers of one entity. */
function transferJob(
  kind: string,
  access: RouteAccess,
  run: (work: TransferWork, tenantId: number) => Promise<Ending>,
  end: (db: Parameters<typeof endTransfer>[0], prepared: Prepared) => Promise<void>,
  fail: (work: TransferWork, error: unknown) => Ending | Promise<Ending> = (work, error) =>
    work.failure(error),
): JobSpec {
  return job<typeof payload, Prepared | null>({
    kind,
    payload,
    maxAttempts: ATTEMPTS,
    async prepare(ctx, given) {
      const work = await TransferWork.begin(ctx, given as unknown as TransferPayload, access);
      if (!work) return null;
      const ending = await run(work, ctx.tenantId).catch((error: unknown) => fail(work, error));
      await analyseGrown(asOwner(ctx.database.owner));
      return { work, ending };
    },
    async run({ db }, _payload, prepared) {
      if (!prepared) return;
      await end(db, prepared);
      await endTransfer(db, prepared.work, prepared.ending);
    },
  });
}

/** The export of an entity's records into a file that can be downloaded for a day. */
export function exportJob(model: EntityModel, lists: EntityLists, files: KernelParts['files']): JobSpec {
  const access = { screen: model.screen, verb: 'read' } as const;
  return transferJob(
    `export.${model.id}`,
    access,
    async (work, tenantId) => {
      const { format, ...list } = work.transfer.options as ListInput & { format: keyof typeof fileTypes };
      const ctx = await work.detached();
      const { name, type, content } = await exportFile(
        ctx,
        model,
        lists,
        format,
        list as ListInput,
        (position, total) =>
          work.run(({ db }) => work.progress(db, { phase: 'write', position, total, report: null })),
      );
      const file = await files.create(tenantId, work.transfer.userId, { name, type, content });
      return { state: 'done', message: '', fileId: file.id };
    },
    async (db, { work, ending }) => {
      if (ending.fileId !== undefined)
        await files.keep(db, { id: ending.fileId }, { kind: TRANSFER, id: work.transfer.id }, FILE_HOURS);
    },
  );
}

/**
 * The import of a file. First every part is tried and rolled back, which can be cancelled; then the parts are written, each with
 * the position after it in one transaction, so that an interrupted import goes on where it ended. When a later part fails of
 * what was asked as a whole, the parts before it are taken back, the last one first.
 */
export function importJob(model: EntityModel, imports: EntityImport, files: KernelParts['files']): JobSpec {
  const access = {
    any: [
      { screen: model.screen, verb: 'create' },
      { screen: model.screen, verb: 'update' },
    ],
  } as const;
  return transferJob(
    `import.${model.id}`,
    access as unknown as RouteAccess,
    async (work, tenantId) => {
      const { transfer } = work;
      // One that a process of an older release began has no choice of how it is read.
      const { fileId, mode, dryRun, monthFirst, table, columns } =
        transfer.options as unknown as ImportOptions & { fileId: number } & Omit<ImportReading, 'timeZone'>;
      if (transfer.phase === 'undo') return takeBack(work, imports);
      const source = await files.source(tenantId, fileId);
      const reading = { timeZone: work.timeZone, monthFirst, table, columns };
      if (transfer.phase === 'check') {
        const stream = await imports.open(transfer.lang, source, work.signal, reading);
        const repeated = await imports.repeated(await work.detached(), stream);
        const checked = await eachPart(work, imports, { source, reading }, 'check', repeated);
        const report = imports.report(transfer.lang, transfer.total, checked);
        if (dryRun) return { state: 'done', message: '', report: listed(report) };
        if (mode === 'all' && report.failed > 0) {
          const refusal = imports.refusal(report);
          return { ...work.failure(refusal), report: listed(report) };
        }
        Object.assign(transfer, { phase: 'write', position: 0, report: null });
      }
      const written = await eachPart(work, imports, { source, reading }, 'write', []);
      const report = imports.report(transfer.lang, transfer.total, written);
      report.written = report.created + report.updated > 0;
      return { state: 'done', message: '', report: listed(report) };
    },
    (db, { work }) => files.removeOf(db, { kind: TRANSFER, id: work.transfer.id }),
    (work, error) => failedImport(work, error, imports),
  );
}

/**
 * The end of an import that cannot go on. Of `all` nothing stays. Of `good` the parts that it has written do, so it says where
 * the person goes on.
 */
async function failedImport(work: TransferWork, error: unknown, imports: EntityImport): Promise<Ending> {
  const { phase, position, report: counted } = await work.committed();
  // Another attempt goes on with an import that is being taken back.
  if (phase === 'undo') throw error;
  const ending = work.failure(error);
  if (phase !== 'write' || position === 0 || counted === null) return ending;
  const { lang, total, options } = work.transfer;
  if (options['mode'] === 'all') {
    await work.takingBack((ctx) => work.beginUndo(ctx.db, ending));
    return takeBack(work, imports);
  }
  const report = { ...imports.report(lang, total, counted as unknown as RowOutcomes), written: true };
  const message = partlyWritten(lang, ending.message, position, report);
  return { ...ending, message, report: listed(report) };
}

/** Rows that are taken back together. */
const UNDO_PART = 250;
/** Rows that a message names. */
const NAMED = 5;

/** Takes back what an import has written, the last rows first, a part in each transaction with what is left. */
async function takeBack(work: TransferWork, imports: EntityImport): Promise<Ending> {
  const { transfer } = work;
  const { lang, total } = transfer;
  for (let left = 1; left > 0;)
    left = await work.takingBack(async (ctx) => {
      const last = await lastWritten(ctx.db, work, UNDO_PART);
      const kept = await imports.takeBack(ctx, last.rows);
      const report = transfer.report as unknown as UndoReport;
      const next = {
        errors: [...report.errors, ...kept].slice(0, LISTED),
        kept: [...new Set([...report.kept, ...kept.map(({ row }) => row)])],
      };
      await work.progress(ctx.db, {
        phase: 'undo',
        position: last.left,
        total,
        report: next as unknown as Json,
      });
      transfer.report = next as unknown as Json;
      return last.left;
    });
  const { errors, kept } = transfer.report as unknown as UndoReport;
  const report = imports.report(lang, total, { created: 0, updated: 0, unchanged: 0, errors });
  report.written = kept.length > 0;
  const rows = kept.toSorted((one, other) => one - other);
  const named = `${rows.slice(0, NAMED).join(', ')}${rows.length > NAMED ? '…' : ''}`;
  const key = rows.length === 0 ? 'errors.transfer.takenBack' : 'errors.transfer.takenBackBut';
  const params = { reason: transfer.message, count: rows.length, rows: named };
  return { state: 'failed', message: text(lang, key, params), report: listed(report) };
}

const listed = (report: ReturnType<EntityImport['report']>): Json =>
  ({
    ...report,
    errors: report.errors.slice(0, LISTED),
    unlisted: report.unlisted + Math.max(0, report.errors.length - LISTED),
  }) as unknown as Json;

/** Stored result of rows that were tried: the errors that are listed, and the number of further ones. */
function stored({ more = { errors: 0, rows: 0 }, ...found }: RowOutcomes): RowOutcomes {
  const errors = found.errors.slice(0, LISTED);
  const rest = found.errors.slice(LISTED);
  const named = new Set(errors.map(({ row }) => row));
  const rows = new Set(rest.map(({ row }) => row).filter((row) => !named.has(row)));
  return { ...found, errors, more: { errors: more.errors + rest.length, rows: more.rows + rows.size } };
}

/** Tries or writes the rows that are left, a part at a time. */
async function eachPart(
  work: TransferWork,
  imports: EntityImport,
  { source, reading }: { source: FileSource; reading: ImportReading },
  phase: 'check' | 'write',
  repeated: readonly RowError[],
): Promise<RowOutcomes> {
  const { transfer } = work;
  const { total } = transfer;
  // A check that was interrupted begins again, since its errors are in no transaction.
  const start = phase === 'write' ? transfer.position : 0;
  const isWhole = phase === 'write' && transfer.options['mode'] === 'all';
  const before = phase === 'write' ? (transfer.report as unknown as RowOutcomes | null) : null;
  const found: RowOutcomes = before ?? { created: 0, updated: 0, unchanged: 0, errors: [...repeated] };
  const seen = new Map<number, number>();
  const again = new Set(repeated.map(({ row }) => row));
  const nameOf = ({ row, field, message }: RowError): string => `${row} ${field} ${message}`;
  const named = new Set(repeated.map(nameOf));
  const file = await imports.open(transfer.lang, source, work.signal, reading);
  let position = 0;
  for await (const part of file.parts) {
    const done = part.slice(0, Math.max(0, start - position));
    imports.addKeys(file, done, seen);
    const records = part.slice(done.length);
    position += part.length;
    if (records.length === 0) continue;
    await work.run(async (ctx) => {
      if (phase === 'check') await new Statement().run(ctx.db, 'savepoint part');
      const mark = eventMark(ctx.db);
      const written: WrittenRow[] | undefined = isWhole ? [] : undefined;
      const tried = await imports.process(ctx, file, records, seen, written);
      if (isWhole && tried.errors.length > 0)
        throw imports.refusal(imports.report(transfer.lang, total, tried), 'late');
      // A row that repeats one of an earlier part is new only while that one is rolled back.
      const bad = new Set(tried.errors.map(({ row }) => row));
      found.created += tried.created - records.filter(({ row }) => again.has(row) && !bad.has(row)).length;
      found.updated += tried.updated;
      found.unchanged += tried.unchanged;
      // A part finds rows that repeat one of its own as well.
      found.errors.push(...tried.errors.filter((error) => !named.has(nameOf(error))));
      if (phase === 'check') {
        await new Statement().run(ctx.db, 'rollback to savepoint part');
        dropEventsSince(ctx.db, mark);
      }
      if (written) await noteWritten(ctx.db, work, written);
      const report = phase === 'write' ? stored(found) : null;
      await work.progress(ctx.db, { phase, position, total, report: report as unknown as Json });
    });
  }
  return found;
}
