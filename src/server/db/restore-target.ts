import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Env } from '../env.ts';
import { DataFolder, syncFolder } from './data-folder.ts';
import { migrate } from './database.ts';
import { Embedded } from './embedded.ts';
import { migrations } from './migrations/index.ts';
import { commandPool } from './postgres.ts';
import { quoted, RESTORE_MARK } from './snapshot.ts';
import { discardStaged, hasData, installRestore, stageRestore } from './staged-restore.ts';
import { databaseStartError, StartError } from './start-error.ts';
import type { Tables } from './tables.ts';

/** Times 200 ms. */
const SERVER_ROUNDS = 15;

/** A place for restored data: one transaction in the database, and a folder for the files. */
export interface RestoreTarget {
  /** In the transaction, whose schema public is empty. */
  client: PoolClient;
  /** Folder whose contents become those of DATA_DIR. */
  staged: string;
  /** Puts the restored data in its place. @returns where the data from before it is now */
  install(): Promise<string[]>;
  /** Without `install`, all is as it was before. */
  close(): Promise<void>;
}

/** Migration of a schema that this version does not know. */
export const unknownMigration = (names: readonly string[]): string | undefined =>
  names.find((name) => !(name in migrations));

/** Runs migrations in the transaction of a client. @param names the only ones to run; all by default */
export function migrateWithin(
  client: PoolClient,
  names: readonly string[] = Object.keys(migrations),
): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => names.includes(name));
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nestedPool(client) }) });
  return migrate(owner, undefined, Object.fromEntries(wanted));
}

/** A pool of a client in a transaction: transactions in it are savepoints. */
function nestedPool(client: PoolClient): Pool {
  const savepoints = new Map([
    ['begin', 'savepoint nested'],
    ['commit', 'release savepoint nested'],
    ['rollback', 'rollback to savepoint nested'],
  ]);
  const nested = {
    query: (text: string, values?: unknown[]) => client.query(savepoints.get(text) ?? text, values),
    release: () => undefined,
  };
  // The dialect uses these members alone.
  return { connect: () => Promise.resolve(nested), end: () => Promise.resolve() } as unknown as Pool;
}

/**
 * Prepares the configured database and data folder for a restore.
 * @param replace whether present data may be set aside @throws StartError
 */
export async function openRestoreTarget(env: Env, replace: boolean): Promise<RestoreTarget> {
  return env.databaseUrl === null
    ? openEmbeddedTarget(env.dataDir, replace)
    : openPostgresTarget(env.dataDir, env.databaseUrl, replace);
}

const refusal = (place: string): StartError =>
  new StartError(
    `${place} has data; add --replace to set it aside and put the backup in its place, or name an empty one`,
  );

async function openEmbeddedTarget(dataDir: string, replace: boolean): Promise<RestoreTarget> {
  const folder = DataFolder.open(dataDir);
  try {
    if (hasData(dataDir) && !replace) throw refusal(`DATA_DIR ${dataDir}`);
    const staged = stageRestore(dataDir);
    const cluster = join(staged, 'pg');
    mkdirSync(cluster, { mode: 0o700 });
    const { database } = await Embedded.open({ folder: cluster, template: null }, null);
    const client = await database.pool.connect();
    await client.query('begin');
    let isOpen = true;
    const end = async (): Promise<void> => {
      if (isOpen) client.release(true);
      isOpen = false;
      await database.close();
    };
    return {
      client,
      staged,
      async install() {
        await client.query('commit');
        await end();
        await syncFolder(staged);
        const aside = installRestore(dataDir);
        return aside === null ? [] : [aside];
      },
      async close() {
        await end();
        discardStaged(dataDir);
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function openPostgresTarget(dataDir: string, url: string, replace: boolean): Promise<RestoreTarget> {
  const folder = DataFolder.open(dataDir, { access: 'shared' });
  const pool = commandPool(url, 'molde restore');
  let client: PoolClient | null = null;
  const close = async (): Promise<void> => {
    client?.release(true);
    await pool.end();
    discardStaged(dataDir);
    await folder.close();
  };
  try {
    const one = (client = await pool.connect());
    await one.query('begin');
    await one.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const schema = await clearSchema(one, dataDir, replace);
    return {
      client: one,
      staged: stageRestore(dataDir),
      async install() {
        // Between the two commits, files and rows do not match, and no server starts.
        await one.query(`create table public.${RESTORE_MARK} ()`);
        await one.query('commit');
        await syncFolder(join(dataDir, 'restore.new'));
        const aside = installRestore(dataDir);
        await one.query(`drop table public.${RESTORE_MARK}`);
        return [...(aside === null ? [] : [aside]), ...(schema === null ? [] : [`the schema ${schema}`])];
      },
      close,
    };
  } catch (error) {
    await close();
    throw error instanceof StartError ? error : databaseStartError(error, url);
  }
}

/**
 * Moves everything of ours out of the schema public, in the transaction.
 * @returns the schema with the data from before; null if there was none
 */
async function clearSchema(client: PoolClient, dataDir: string, replace: boolean): Promise<string | null> {
  await assertNoServer(client);
  const objects = await readObjects(client);
  const isUnfinished = objects.some(({ name }) => name === RESTORE_MARK);
  if (!replace && !isUnfinished) {
    if (objects.length > 0) throw refusal('the database of DATABASE_URL');
    if (hasData(dataDir)) throw refusal(`DATA_DIR ${dataDir}`);
  }
  if (objects.length === 0) return null;
  if (isUnfinished) {
    // The rows are those of a backup, without their files: no data of anybody.
    for (const { kind, identity } of objects)
      await client.query(`drop ${kind} if exists ${identity} cascade`);
    return null;
  }
  const schema = `molde_before_${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  await client.query(`create schema ${quoted(schema)}`);
  for (const { kind, identity } of objects)
    await client.query(`alter ${kind} ${identity} set schema ${quoted(schema)}`);
  return schema;
}

/** Waits a moment for the connections of a server that was stopped just now. @throws StartError */
async function assertNoServer(client: PoolClient): Promise<void> {
  for (let round = 0; round < SERVER_ROUNDS; round += 1) {
    await client.query('select pg_stat_clear_snapshot()');
    const servers = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'molde'`,
    );
    if (!servers.rowCount) return;
    await delay(200);
  }
  throw new StartError('DATABASE_URL: a server uses this database; stop all of its processes first');
}

interface SchemaObject {
  kind: string;
  name: string;
  identity: string;
}

/** Relations and functions in the schema public that belong to no extension and to no other relation. */
async function readObjects(client: PoolClient): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(
    `select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
         else 'table' end as kind, c.relname as name, c.oid::regclass::text as identity
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
         and d.deptype in ('e', 'a', 'i'))
     union all
     select 'function', p.proname, p.oid::regprocedure::text
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     union all
     select case t.typtype when 'd' then 'domain' else 'type' end, t.typname, t.oid::regtype::text
     from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')
       and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')`,
  );
  return rows;
}
