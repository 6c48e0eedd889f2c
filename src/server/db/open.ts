import pg from 'pg';
import type { Env } from '../env.ts';
import { migrate, PoolDatabase, type Database } from './database.ts';
import { DataFolderError, type DataFolder } from './data-folder.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/**
 * Opens the configured database and brings its schema up to date.
 * @param folder held by the caller, also with PostgreSQL: files and secrets live there.
 * @throws DataFolderError with one line for the person who starts the server.
 */
export async function openDatabase(env: Env, folder: DataFolder): Promise<Database> {
  if (env.databaseUrl === null) return openEmbedded(folder);
  // Migrations may take longer than a request's statements: they get a connection without a budget.
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    max: 1,
    connectionTimeoutMillis: 5000,
    application_name: 'molde migrations',
  });
  pool.on('error', () => undefined);
  const migrating = new PoolDatabase('postgres', pool, () => pool.end());
  try {
    await migrate(migrating.owner);
  } catch (error) {
    throw new DataFolderError(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    await migrating.close();
  }
  return openPostgres({ url: env.databaseUrl, connections: env.databaseConnections });
}
