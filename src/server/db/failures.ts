import { DatabaseError } from 'pg';

/** The database is not there: lost, starting, or with no connection to spare within the wait. */
export class DatabaseUnavailable extends Error {}

/** A statement ran longer than its budget and was ended. */
export class StatementTimedOut extends Error {}

/** SQLSTATE of a PostgreSQL error, or null for anything else. */
export function sqlState(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.code ?? null) : null;
}

/** Name of the constraint a write broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null;
}

const LOST_CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const LOST_TEXT =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection error and is not queryable|cannot use a pool after calling end/i;

/** Turns what the driver throws into one of the two failures above where it means that; else gives it back. */
export function classify(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof StatementTimedOut) return error;
  const state = sqlState(error);
  if (state === '57014') return new StatementTimedOut('statement timeout', { cause: error });
  // 08 connection, 53 no resources (disk full, too many connections), 57P0x shutting down, 25P03 idle too long.
  if (state && (/^(08|53|57P0)/.test(state) || state === '25P03')) {
    return new DatabaseUnavailable('the database refused', { cause: error });
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
