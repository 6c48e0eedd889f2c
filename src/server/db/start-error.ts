import { sqlState } from './database-errors.ts';

/** The server cannot start; the message is the one line that is printed. */
export class StartError extends Error {}

/** The data contains a migration that this version does not know, because a newer version has migrated it. */
export class NewerDataError extends Error {
  constructor(migration: string) {
    super(
      `the data belongs to a newer version of Molde (this one does not know its migration ${migration}); start that version, or restore a backup from before it`,
    );
  }
}

/** Explains why a PostgreSQL server cannot be used and how to correct it; never contains the password of the address. */
export function databaseStartError(error: unknown, databaseUrl: string): StartError {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return new StartError(`DATABASE_URL: ${explain(error, reason, serverOf(databaseUrl))}`, { cause: error });
}

interface Server {
  host: string;
  user: string;
  database: string;
}

function serverOf(databaseUrl: string): Server {
  const url = new URL(databaseUrl);
  const user = decodeURIComponent(url.username) || 'of this account';
  return {
    host: `${url.hostname || 'localhost'}:${url.port || '5432'}`,
    user,
    database: decodeURIComponent(url.pathname.slice(1)) || user,
  };
}

function explain(error: unknown, reason: unknown, { host, user, database }: Server): string {
  if (error instanceof NewerDataError) return error.message;
  const message = firstLine(error);
  switch (sqlState(reason)) {
    case '28P01':
    case '28000':
      return `${host} refuses the user ${user}; correct user and password (${firstLine(reason)})`;
    case '3D000':
      return `there is no database ${database} on ${host}; correct the name or create it with createdb`;
    case '42501':
      return `the user ${user} lacks a right (${message}); make it the owner of the database ${database} and let it create roles, or make the role molde_app for it`;
    case '53300':
      return `${host} has no connection to spare; raise its max_connections or lower DATABASE_CONNECTIONS`;
    case '57P03':
      return `${host} is not ready yet; start again when it is`;
    case '0A000':
    case '58P01':
      return `${host} lacks something that Molde needs (${message}); install the contrib modules unaccent and pg_trgm, and ICU`;
  }
  switch (codeOf(reason)) {
    case 'ECONNREFUSED':
      return `nothing answers on ${host} (ECONNREFUSED); start PostgreSQL there or correct host and port`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${host} is not known (${codeOf(reason)}); correct its name`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host} cannot be reached (${codeOf(reason)}); check the network and correct host and port`;
  }
  if (/timeout/i.test(message)) return `${host} does not answer; check the network and correct host and port`;
  return message;
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : '';
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
