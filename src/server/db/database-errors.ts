import { DatabaseError } from 'pg';

/** The database cannot be used now: connection lost, server starting, or too many calls wait for it. */
export class DatabaseUnavailable extends Error {}

/** The disk of the database or of the data folder is full. */
export class StorageFull extends Error {}

/** A statement exceeded its time limit and was cancelled. */
export class StatementTimedOut extends Error {}

/** SQLSTATE of a PostgreSQL error, or null for anything else. */
export function sqlState(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.code ?? null) : null;
}

/** Name of the constraint that a write violated, or null. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null;
}

const LOST_CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const LOST_TEXT =
  /connection terminated|timeout expired|client has encountered a connection error|connection error and is not queryable|cannot use a pool after calling end/i;

/** Whether a connection was not there within its time limit, or gave no answer: nobody refused it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout expired|does not answer/.test(error.message) || isUnanswered(error.cause));

/** Converts an error of the driver into one of the classes above where it means that; returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (
    error instanceof DatabaseUnavailable ||
    error instanceof StorageFull ||
    error instanceof StatementTimedOut
  )
    return error;
  const state = sqlState(error);
  if (state === '57014') return new StatementTimedOut('statement timeout', { cause: error });
  if (state === '53100') return new StorageFull('the disk of the database is full', { cause: error });
  // 08 connection, 53 no resources (such as too many connections), 57P0x shutting down, 25P03 idle too long.
  if (state && (/^(08|53|57P0)/.test(state) || state === '25P03')) {
    return new DatabaseUnavailable('the database refuses connections or statements', { cause: error });
  }
  if (!(error instanceof Error)) return error;
  if (error.message === 'Query read timeout')
    return new StatementTimedOut('no answer in time', { cause: error });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LOST_CONNECTION.test(code) || LOST_TEXT.test(error.message)) {
    return new DatabaseUnavailable('the database is not reachable', { cause: error });
  }
  return error;
}

/** Why a migration failed, with the remedy for records that a new constraint does not allow. Values are left out. */
export function migrationFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const constraint = violatedConstraint(error);
  if (sqlState(error) !== '23505' || constraint === null) return message;
  const columns =
    error instanceof DatabaseError ? /^Key \((.+?)\)=/.exec(error.detail ?? '')?.[1] : undefined;
  return `${message}: several records have the same ${columns ?? 'values'}; make them differ in the version before, then start this one again`;
}
