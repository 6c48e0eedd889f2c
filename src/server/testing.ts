import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { buildApp, type App, type AppOptions } from './app.ts';
import { migrate, type Database } from './db/database.ts';
import { migrationsFolder } from './db/migrations/index.ts';
import { openInMemory, type Embedded } from './db/embedded.ts';
import { openPostgres } from './db/postgres.ts';
import { readEnv, type Env } from './env.ts';
import { createTenant } from './domains/access/tenant/create-tenant.ts';
import { Secrets } from './platform/secrets/secrets.ts';

/**
 * Test support: the real server on a real database, without a port. The database is PGlite in memory, or PostgreSQL when
 * TEST_DATABASE_URL is set, so that the same tests run on both.
 */

/** Content of a new test database: the schema alone, or with the two tenants of `testApp` too. */
export type Content = 'schema' | 'tenants';
type Migration = `${number}_${string}`;

/**
 * Opens a new database; `close` removes it.
 * @param content its content, or the name of the last migration of an older release, whose schema alone it has
 */
export async function openTestDatabase(content: Content | Migration = 'schema'): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return openPostgresCopy(url, content);
  return (await (isContent(content) ? openEmbeddedCopy(content) : openInMemory(null, content))).database;
}

const isContent = (text: string): text is Content => text === 'schema' || text === 'tenants';

/** Opens the embedded database in memory. A dump with the content is cached, since creating a cluster takes seconds. */
export async function openEmbeddedCopy(content: Content = 'schema'): Promise<Embedded> {
  return openInMemory(new Uint8Array(readFileSync(await dumpOf(content))));
}

/**
 * Gives a data folder a cluster, and the backup of the day.
 * @param content its content, or the name of the last migration of an older release, whose schema alone it has
 */
export async function createCluster(dataDir: string, content: Content | Migration = 'schema'): Promise<void> {
  const cluster = join(dataDir, 'pg');
  mkdirSync(cluster, { recursive: true });
  // The names in the dump begin with a slash, of which tar warns.
  execFileSync('tar', ['-xzf', await dumpOf(content), '-C', cluster], { stdio: 'ignore' });
  leaveBackup(dataDir);
}

/** Stands for the backup of the day, without which each stop would make one, which takes seconds. */
export function leaveBackup(dataDir: string): void {
  mkdirSync(join(dataDir, 'backup'), { recursive: true });
  writeFileSync(join(dataDir, 'backup', 'latest.tar.gz'), '', { flag: 'a' });
}

/** @returns the path of a gzipped tar of a cluster with the content, which is made once. */
async function dumpOf(content: Content | Migration): Promise<string> {
  const cache = here('../../node_modules/.cache/molde/');
  const file = join(cache, `${content}-${contentHash()}.tar.gz`);
  if (existsSync(file)) return file;
  const embedded = await openInMemory(null, isContent(content) ? undefined : content);
  if (content === 'tenants') await createTenants(embedded.database);
  mkdirSync(cache, { recursive: true });
  const writing = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(writing, await embedded.dump());
  renameSync(writing, file);
  await embedded.database.close();
  return file;
}

/** Key of cached content: a hash of the migrations, of the code that makes the content and of the embedded database's version. */
function contentHash(): string {
  const hash = createHash('sha256');
  for (const folder of [here('./db/migrations/'), migrationsFolder()])
    for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  for (const file of [
    './testing.ts',
    './domains/access/tenant/create-tenant.ts',
    '../../node_modules/@electric-sql/pglite/package.json',
  ])
    hash.update(readFileSync(here(file)));
  return hash.digest('hex').slice(0, 16);
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Role that owns the test databases. The cluster is for tests only. */
const OWNER = 'molde_test_owner';

interface CreatedDatabase {
  /** Address of its owner. */
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database without a schema.
 * @param base address of a superuser's database
 * @param locale collation of the database, such as `en-US`; that of the cluster by default
 */
export function openEmptyPostgres(base: string, locale?: string): Promise<CreatedDatabase> {
  const collation =
    locale === undefined ? '' : `template template0 locale_provider icu icu_locale '${locale}'`;
  return createDatabase(base, testName(), collation);
}

/** Creates a database with the content. @param base address of a superuser's database */
export async function copyPostgres(base: string, content: Content): Promise<CreatedDatabase> {
  return createDatabase(base, testName(), `template ${await templateOf(base, content)}`);
}

const testName = (): string => `molde_test_${randomBytes(6).toString('hex')}`;

/** @param source clause of `create database` that names a template */
async function createDatabase(base: string, name: string, source: string): Promise<CreatedDatabase> {
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await alone(admin, 'roles', async () => {
    // The owner is no superuser, as in production.
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [OWNER]);
    if (!rowCount) await admin.query(`create role ${OWNER} login createrole password '${OWNER}'`);
  });
  await admin.query(`create database ${name} owner ${OWNER} ${source}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  url.username = OWNER;
  url.password = OWNER;
  return {
    url: url.href,
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Advisory locks of what belongs to the whole cluster. */
const locks = { roles: 727274, templates: 727275 };

/** Runs one process at a time of all that share the cluster. */
async function alone<T>(admin: pg.Client, part: keyof typeof locks, run: () => Promise<T>): Promise<T> {
  await admin.query('select pg_advisory_lock($1)', [locks[part]]);
  try {
    return await run();
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [locks[part]]);
  }
}

/**
 * Opens a new database of a PostgreSQL server.
 * @param base address of a superuser's database
 * @param content its content, or the name of its last migration
 * @param locale its collation
 */
export async function openPostgresCopy(
  base: string,
  content: string = 'schema',
  locale?: string,
): Promise<Database & { url: string }> {
  const isCopy = isContent(content) && locale === undefined;
  const { url, drop } = isCopy ? await copyPostgres(base, content) : await openEmptyPostgres(base, locale);
  const database = openPostgres({ url, connections: 10 });
  if (!isCopy) await migrateAlone(base, database, isContent(content) ? undefined : content);
  return {
    url,
    kind: database.kind,
    owner: database.owner,
    enter: (...args) => database.enter(...args),
    memory: () => database.memory(),
    ping: () => database.ping(),
    listen: (listener) => database.listen(listener),
    async close() {
      await database.close();
      await drop();
    },
  };
}

/**
 * @returns the name of a database with the content, which the first caller makes for the whole cluster: a copy of it takes a
 * tenth of the time of the migrations
 */
async function templateOf(base: string, content: Content): Promise<string> {
  const name = `molde_template_${content}_${contentHash()}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  const exists = async (): Promise<boolean> =>
    (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  try {
    if (await exists()) return name;
    return await alone(admin, 'templates', async () => {
      if (await exists()) return name;
      // Renamed when it is whole, so that nobody copies half of one whose process was killed.
      const making = testName();
      const { url } = await createDatabase(base, making, '');
      const database = openPostgres({ url, connections: 1 });
      await migrateAlone(base, database);
      if (content === 'tenants') await createTenants(database);
      await database.close();
      await admin.query(`alter database ${making} rename to ${name}`);
      return name;
    });
  } finally {
    await admin.end();
  }
}

/** The application's role belongs to the whole cluster, so one process at a time creates or grants it. */
async function migrateAlone(base: string, database: Database, lastMigration?: string): Promise<void> {
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  try {
    await alone(admin, 'roles', () => migrate(database.owner, lastMigration));
  } finally {
    await admin.end();
  }
}

/** Settings of the demo profile, without rate limits. */
export function testEnv(variables: Record<string, string> = {}): Env {
  return readEnv({
    PROFILE: 'demo',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    ...variables,
  });
}

export interface TestAppOptions extends Omit<AppOptions, 'env' | 'database' | 'tokenSecret' | 'secrets'> {
  env?: Record<string, string>;
  /** A database of the caller, which `close` leaves open. */
  database?: Database;
  /** Key of encrypted settings; a random one when absent, none when null. */
  secretsKey?: Uint8Array | null;
}

/** The server with two tenants, `acme` on localhost and `beta` on beta.localhost, each with `admin` / `molde-demo`. */
export interface TestApp extends App {
  database: Database;
  tenants: { acme: number; beta: number };
  inject(call: InjectOptions): Promise<LightMyRequestResponse>;
  /** Opens a session of a person without a sign-in, and returns the headers of its requests. */
  sessionOf(tenantId: number, login: string): Promise<{ authorization: string; host: string }>;
  close(): Promise<void>;
}

export async function testApp({
  env,
  database: opened,
  secretsKey = randomBytes(32),
  ...options
}: TestAppOptions): Promise<TestApp> {
  const database = opened ?? (await openTestDatabase('tenants'));
  const tenants = await createTenants(database);
  // Made by the first file.
  const dataDir = join(tmpdir(), `molde-test-${randomBytes(6).toString('hex')}`);
  const app = await buildApp({
    ...options,
    env: testEnv({ DATA_DIR: dataDir, ...env }),
    database,
    tokenSecret: randomBytes(32),
    secrets: new Secrets(secretsKey),
  });
  return {
    ...app,
    database,
    tenants,
    inject: (call) => app.fastify.inject({ ...call, headers: { host: 'localhost', ...call.headers } }),
    async sessionOf(tenantId, login) {
      const user = await database.owner
        .selectFrom('app_user')
        .where('tenant_id', '=', tenantId)
        .where('login', '=', login)
        .select('id')
        .executeTakeFirstOrThrow();
      const expiresAt = Math.floor(Date.now() / 1000) + 3600;
      const session = await database.owner
        .insertInto('session')
        .values({
          tenant_id: tenantId,
          user_id: user.id,
          expires_at: new Date(expiresAt * 1000),
          address: '127.0.0.1',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = await app.kernel.tokens.sign({
        userId: user.id,
        sessionId: session.id,
        tenantId,
        expiresAt,
      });
      return {
        authorization: `Bearer ${token}`,
        host: tenantId === tenants.beta ? 'beta.localhost' : 'localhost',
      };
    },
    async close() {
      await app.fastify.close();
      if (!opened) await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns the ids of the tenants, which it creates where they are missing. */
async function createTenants(database: Database): Promise<TestApp['tenants']> {
  return {
    acme: await demoTenant(database, 'acme', 'localhost'),
    beta: await demoTenant(database, 'beta', 'beta.localhost'),
  };
}

async function demoTenant(database: Database, key: string, host: string): Promise<number> {
  const found = await database.owner
    .selectFrom('tenant')
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst();
  if (found) return found.id;
  const admin = {
    login: 'admin',
    name: 'Administração',
    email: `admin@${key}.example`,
    password: 'molde-demo',
  };
  return createTenant(database.owner, { key, name: key, hosts: [host], admin });
}
