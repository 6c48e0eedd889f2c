import type { JsonObject } from '../../../../contracts/json.ts';
import { allows } from '../../../../contracts/access.ts';
import type { Language } from '../../../../contracts/language.ts';
import { dropEventsSince, eventMark } from '../../../db/pending-events.ts';
import type { Context, Tenant } from '../../contract.ts';
import { AppError, failureOf } from '../../errors.ts';
import { closeObjects } from '../../route-schemas.ts';
import { text } from '../../texts.ts';
import { compileValidator, schemaErrors, SchemaViolations, type Validator } from '../../validation.ts';
import { findRepeats, uniqueError } from '../constraints.ts';
import { bodyValues, valueErrors } from '../record.ts';
import { entityText, fieldLabel, type EntityModel, type ModelField } from '../entity-model.ts';
import { recordBody } from '../schemas.ts';
import { Statement } from '../statement.ts';
import type { StoredRow } from '../rows.ts';
import type { RecordWrites } from '../write.ts';
import { importValue } from './columns.ts';
import { BadCell } from '../../reading/cell-value.ts';
import { shapeRule, type FileRow } from '../../reading/rows.ts';
import type { FileSource } from '../../reading/source.ts';
import {
  openImportFile,
  readImportFile,
  type ImportColumns,
  type ImportFile,
  type ImportReading,
  type ImportStream,
} from './import-file.ts';
import { readReferences, referenceValue, referringLast, type References } from './references.ts';
import { rowErrors, type RowError, type ImportError } from './row-errors.ts';
import { readBefore, takeBackRows, writtenRow, type ReadyRow, type WrittenRow } from './written-rows.ts';

/** Bytes of a file to import. */
export const IMPORT_BYTES = 50 * 1024 * 1024;

/** Rows that are written together. */
const CHUNK = 500;

export interface ImportReport {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Whether anything was written. */
  written: boolean;
  errors: ImportError[];
  /** Number of further errors, which are not listed. */
  unlisted: number;
}

/** Numbers of rows that were tried, by their outcome. */
export interface RowOutcomes {
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
  /** Errors that are left out of these, and the number of their rows. */
  more?: { errors: number; rows: number };
}

export interface ImportOptions {
  /** `all` writes every row or none, `good` those without errors. */
  mode: 'all' | 'good';
  /** Writes nothing, and answers what would happen. */
  dryRun: boolean;
}

/** Imports files of one entity. */
export class EntityImport {
  readonly #model: EntityModel;
  readonly #writes: RecordWrites;
  readonly #valid: Record<'create' | 'update', Validator>;

  constructor(model: EntityModel, writes: RecordWrites) {
    this.#model = model;
    this.#writes = writes;
    this.#valid = {
      create: compileValidator(closeObjects(recordBody(model, 'create')), 'body'),
      update: compileValidator(closeObjects(recordBody(model, 'update')), 'body'),
    };
  }

  /**
   * Reads a file for a request, while no transaction is open.
   * @throws AppError VALIDATION_FAILED for a file that cannot be read
   */
  read(
    tenant: Pick<Tenant, 'id' | 'timeZone'>,
    lang: Language,
    source: FileSource,
    choice?: Parameters<typeof readImportFile>[4],
  ): Promise<ImportFile> {
    return readImportFile(this.#model, tenant, lang, source, choice);
  }

  /**
   * Opens a file for a job, which reads a part of its rows at a time.
   * @param signal ends the reading, also amid a part
   * @throws AppError VALIDATION_FAILED for a file that cannot be read
   */
  open(
    lang: Language,
    source: FileSource,
    signal: AbortSignal,
    reading: ImportReading,
  ): Promise<ImportStream> {
    return openImportFile(this.#model, lang, source, signal, reading);
  }

  /**
   * Imports a file in one transaction: rows with a key change that record, others create one. Every row is tried, so that
   * every error is named.
   * @throws AppError RULE_BROKEN with the report when `all` is asked and a row is bad
   */
  async run(ctx: Context, file: ImportFile, { mode, dryRun }: ImportOptions): Promise<ImportReport> {
    await new Statement().run(ctx.db, 'savepoint import');
    const mark = eventMark(ctx.db);
    const found = await this.process(ctx, file, file.records, new Map());
    const report = this.report(ctx.lang, file.records.length, found);
    const refused = mode === 'all' && report.failed > 0;
    report.written = !refused && !dryRun && report.created + report.updated > 0;
    if (refused || dryRun) {
      await new Statement().run(ctx.db, 'rollback to savepoint import');
      dropEventsSince(ctx.db, mark);
    }
    if (refused && !dryRun) throw this.refusal(report);
    return report;
  }

  /**
   * Tries rows of a file in the transaction.
   * @param seen rows by their keys, of the rows before these
   * @param written gets the rows that were written, when they may have to be taken back
   */
  async process(
    ctx: Context,
    file: ImportColumns,
    records: readonly FileRow[],
    seen: Map<number, number>,
    written?: WrittenRow[],
  ): Promise<RowOutcomes> {
    const found: RowOutcomes = { created: 0, updated: 0, unchanged: 0, errors: [] };
    for (let left = records; left.length > 0;) {
      const names = await readReferences(ctx, this.#model, file.columns, left);
      const next = referringLast(this.#model, file, left, names);
      const ready: ReadyRow[] = [];
      for (const record of next.now) {
        const shape = shapeRule(record, file.titled);
        if (shape) {
          // Its values may stand under other titles, so nothing is said of them.
          const message = text(ctx.lang, `errors.import.${shape.key}`, shape.params);
          found.errors.push({ row: record.row, field: '', message });
          continue;
        }
        const errors: RowError[] = [];
        const body = this.#body(ctx, file, record, names, errors);
        const row = this.#checked(ctx, record.row, body, seen, errors);
        if (row && errors.length === 0) ready.push(row);
        found.errors.push(...errors);
      }
      for (let from = 0; from < ready.length; from += CHUNK)
        await this.#writeChunk(ctx, ready.slice(from, from + CHUNK), found, written);
      left = next.later;
    }
    return found;
  }

  /** The report of rows that were tried. Nothing counts as written. */
  report(lang: Language, rows: number, { errors, more, ...counts }: RowOutcomes): ImportReport {
    const sorted = [...errors].sort((left, right) => left.row - right.row);
    return {
      rows,
      ...counts,
      failed: new Set(sorted.map(({ row }) => row)).size + (more?.rows ?? 0),
      written: false,
      errors: sorted.map((error, at) => ({
        at,
        ...error,
        title: fieldLabel(this.#model, lang, error.field) ?? '',
      })),
      unlisted: more?.errors ?? 0,
    };
  }

  /** The refusal of a file with bad rows. @param why says what became of the others: of `refused` none was written */
  refusal(report: ImportReport, why: 'refused' | 'late' = 'refused'): AppError {
    return new AppError('RULE_BROKEN', {
      message: `errors.import.${why}`,
      params: {
        count: report.failed,
        row: report.errors[0]?.row ?? 0,
        error: report.errors[0]?.message ?? '',
      },
      errors: report.errors.map(({ row, field, message }) => ({ path: `/rows/${row}/${field}`, message })),
      data: report,
    });
  }

  /** Finds rows whose unique values an earlier row of the file has, for parts that are written apart. */
  async repeated(ctx: Context, { parts, ...columns }: ImportStream): Promise<RowError[]> {
    const model = this.#model;
    const rows = new Map<StoredRow, number>();
    for await (const records of parts) {
      for (const record of records) {
        const body = this.#body(ctx, columns, record, new Map(), []);
        if ((body[model.key.wire] ?? null) === null) rows.set(bodyValues(model, body), record.row);
      }
    }
    const report: RowOutcomes = { created: 0, updated: 0, unchanged: 0, errors: [] };
    for (const [values, rule] of findRepeats(model, [...rows.keys()]))
      report.errors.push(...rowErrors(rows.get(values)!, failureOf(uniqueError(ctx, model, rule), ctx.lang)));
    return report.errors;
  }

  /** Takes back rows that were written, as `takeBackRows` does. */
  takeBack(ctx: Context, rows: readonly WrittenRow[]): Promise<RowError[]> {
    return takeBackRows(ctx, this.#model, this.#writes, rows);
  }

  /** Adds rows by their keys, of rows that an interrupted import has done already. */
  addKeys(
    { columns, readings }: ImportColumns,
    records: readonly FileRow[],
    seen: Map<number, number>,
  ): void {
    const at = columns.findIndex((column) => column?.field === this.#model.key);
    if (at < 0) return;
    for (const { row, cells } of records) {
      try {
        const key = importValue(this.#model, this.#model.key, cells.get(at) ?? null, readings[at]!);
        if (typeof key === 'number') seen.set(key, row);
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
      }
    }
  }

  /** Reads the cells of a row to a body. */
  #body(
    ctx: Context,
    { columns, readings }: ImportColumns,
    record: FileRow,
    names: References,
    errors: RowError[],
  ): JsonObject {
    const model = this.#model;
    const body: JsonObject = {};
    const { row, cells } = record;
    columns.forEach((column, at) => {
      if (column === null) return;
      const { field, part } = column;
      const cell = cells.get(at) ?? null;
      try {
        if (part === 'name') body[field.wire] = referenceValue(field, cell, names.get(field.name));
        else body[field.wire] = importValue(model, field, cell, readings[at]!);
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        const label = entityText(model, ctx.lang, field.field.title);
        errors.push({
          row,
          field: field.wire,
          message: text(ctx.lang, `errors.import.${error.rule}`, { fields: label }),
        });
      }
    });
    return body;
  }

  /**
   * Checks a row without the database, and adds its errors to those of its cells; null for one whose key cannot be used.
   * @param errors those of the row, one per field.
   */
  #checked(
    ctx: Context,
    row: number,
    body: JsonObject,
    seen: Map<number, number>,
    errors: RowError[],
  ): ReadyRow | null {
    const model = this.#model;
    const add = (field: string, key: string, params: Record<string, string | number>): void => {
      errors.push({ row, field, message: text(ctx.lang, key, params) });
    };
    const isBad = (wire: string): boolean => errors.some(({ field }) => field === wire);
    const { [model.key.wire]: key = null, ...given } = body;
    const hasBadKey = isBad(model.key.wire);
    const isUpdate = hasBadKey || typeof key === 'number';
    if (typeof key === 'number') {
      const first = seen.get(key);
      if (!Number.isSafeInteger(key))
        add(model.key.wire, 'errors.import.number', { fields: this.#label(ctx, model.key) });
      else if (first !== undefined) add(model.key.wire, 'errors.import.twice', { first });
      else seen.set(key, row);
    }
    const isLeftOut = ({ wire, field }: ModelField): boolean =>
      given[wire] === null && field.required === true;
    if (isUpdate)
      for (const field of model.fields.filter(isLeftOut))
        add(field.wire, 'validation.required', { fields: this.#label(ctx, field) });
    // An empty cell of a new record leaves the default, and the error of an empty one is known already.
    const values = Object.fromEntries(
      Object.entries(given).filter(([wire, value]) => !isBad(wire) && (value !== null || isUpdate)),
    );
    const result = this.#valid[isUpdate ? 'update' : 'create'](values);
    if (result !== true) {
      if (!(result.error instanceof SchemaViolations)) throw result.error;
      const found = schemaErrors(result.error.found, ctx.lang, (lang, name) => fieldLabel(model, lang, name));
      for (const { path, message } of found) {
        const field = path.split('/')[1] ?? '';
        if (!isBad(field)) errors.push({ row, field, message });
      }
    }
    const sound = Object.fromEntries(Object.entries(values).filter(([wire]) => !isBad(wire)));
    for (const { path, key: rule, params } of valueErrors(ctx, model, bodyValues(model, sound), null)) {
      // A record may keep an option that is no longer offered; the write compares.
      if (!isUpdate || rule !== 'errors.entity.disabled') add(path.slice(1), rule, params ?? {});
    }
    return hasBadKey ? null : { row, key: isUpdate ? Number(key) : null, values };
  }

  #label({ lang }: Pick<Context, 'lang'>, { field }: ModelField): string {
    return entityText(this.#model, lang, field.title);
  }

  /** Writes rows together, and names those that are refused. */
  async #writeChunk(
    ctx: Context,
    rows: readonly ReadyRow[],
    report: RowOutcomes,
    written?: WrittenRow[],
  ): Promise<void> {
    const { screen, key: keyField } = this.#model;
    const may = (verb: 'create' | 'update'): boolean => allows(ctx.caller.grants, { screen, verb });
    const rights = { create: may('create'), update: may('update') };
    const isAllowed = ({ key }: ReadyRow): boolean => rights[key === null ? 'create' : 'update'];
    const allowed = rows.filter(isAllowed);
    const before = written ? await readBefore(ctx, this.#model, allowed) : null;
    const outcomes = await this.#writes.write(
      ctx,
      allowed.map(({ key, values: body }) => ({ key, body })),
    );
    const outcomeOf = new Map(allowed.map((row, at) => [row, outcomes[at]!]));
    for (const row of rows) {
      const outcome = outcomeOf.get(row) ?? new AppError('FORBIDDEN');
      if (!(outcome instanceof AppError)) {
        report[outcome.done] += 1;
        if (outcome.done !== 'unchanged') written?.push(writtenRow(this.#model, row, outcome.wire, before!));
      } else {
        const otherwise = outcome.code === 'NOT_FOUND' ? keyField.wire : '';
        report.errors.push(...rowErrors(row.row, failureOf(outcome, ctx.lang), otherwise));
      }
    }
  }
}
