import { sql } from 'kysely';
import type { Env } from '../env.ts';
import { migrate, PoolDatabase, type Database } from './database.ts';
import type { DataFolder, DataFolderOptions } from './data-folder.ts';
import { openEmbedded } from './embedded.ts';
import { commandPool, openPostgres } from './postgres.ts';
import { isUnanswered } from './database-errors.ts';
import { assertRestored } from './snapshot.ts';
import { databaseStartError, NewerDataError, StartError } from './start-error.ts';

/** How DATA_DIR is opened: several processes may share it if the database is a PostgreSQL server. */
export function folderOptions({ databaseUrl, diskReserveMb }: Env): DataFolderOptions {
  return { access: databaseUrl === null ? 'exclusive' : 'shared', reserveBytes: diskReserveMb * 1_000_000 };
}

/**
 * Opens the configured database and brings its schema up to date.
 * @param folder opened by the caller, also with PostgreSQL, where it contains files and secrets.
 * @throws StartError with the line to print.
 */
export async function openDatabase(env: Env, folder: DataFolder): Promise<Database> {
  const { databaseUrl, databaseConnections } = env;
  if (databaseUrl !== null) {
    await folder.storage.watch();
    await migratePostgres(databaseUrl);
    const database = openPostgres({ url: databaseUrl, connections: databaseConnections });
    try {
      await connect(database);
      return database;
    } catch (error) {
      await database.close();
      throw databaseStartError(error, databaseUrl);
    }
  }
  try {
    return await openEmbedded(folder);
  } catch (error) {
    if (!(error instanceof NewerDataError)) throw error;
    throw new StartError(`DATA_DIR ${folder.path}: ${error.message}`, { cause: error });
  }
}

/** Connections that are begun at a start, one after the other, until one is there. */
const CONNECTIONS_BEGUN = 12;

/**
 * Opens the first connection, which the start and the first request find then. A busy machine needs longer for it than its time
 * limit, which is for requests: other connections are begun then, before the server counts as away.
 */
async function connect(database: Database): Promise<void> {
  for (let begun = 1; ; begun += 1)
    try {
      await sql`select 1`.execute(database.owner);
      return;
    } catch (error) {
      if (begun === CONNECTIONS_BEGUN || !isUnanswered(error)) throw error;
    }
}

/** Runs the migrations on a connection without a statement time limit. */
async function migratePostgres(url: string): Promise<void> {
  let migrating: PoolDatabase | null = null;
  try {
    const pool = commandPool(url, 'molde migrations');
    migrating = new PoolDatabase('postgres', pool, () => pool.end());
    await connect(migrating);
    await assertRestored(pool);
    await migrate(migrating.owner);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw databaseStartError(error, url);
  } finally {
    await migrating?.close();
  }
}
