import { existsSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { assertUsable, DataFolderError } from '../../db/data-folder.ts';
import { assertPoliciesEnforced } from '../../db/database.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openPostgres } from '../../db/postgres.ts';
import { assertRestored } from '../../db/snapshot.ts';
import { databaseStartError, StartError } from '../../db/start-error.ts';
import { LOW_STORAGE } from '../../db/storage.ts';
import type { Tables } from '../../db/tables.ts';
import { readEnv, SettingError, type Env, type Variables } from '../../env.ts';
import { trustedAddresses, type IgnoredForwarding } from '../../kernel/forwarded-headers.ts';
import { clockFinding, examineBucketClock, examineFiles, examineMail } from './diagnosis-providers.ts';
import { examineSecrets, type ProviderExamination } from './diagnosis-secrets.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const DAY_MS = 86_400_000;

/**
 * Examines settings, data folder, database, keys, files, mail, providers, clocks and proxies. It leaves everything as it is, and the server may
 * be running meanwhile.
 */
export async function diagnose(variables: Variables, providers: ProviderExamination): Promise<Finding[]> {
  let env: Env;
  try {
    env = readEnv(variables);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [problem(error.message)];
  }
  const database = env.databaseUrl === null ? [] : await examinePostgres(env, env.databaseUrl, providers);
  return [
    ok(`settings: profile ${env.profile}, environment ${env.environment}`),
    ...(await examineFolder(env)),
    ...database,
    ...(await examineFiles(env)),
    ...(await examineBucketClock(env)),
    ...(await examineMail(env)),
    ...(await providers.own(env)),
    ...examineProxies(env),
  ];
}

async function examineFolder({ dataDir, databaseUrl, diskReserveMb }: Env): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [warning(`DATA_DIR ${dataDir} does not exist; the first start makes it`)];
  try {
    assertUsable(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    return [problem(error.message)];
  }
  const findings = [ok(`data folder: ${dataDir}`), ...examineDisk(dataDir, diskReserveMb)];
  if (statSync(dataDir).mode & 0o077)
    findings.push(
      warning(`other accounts can read DATA_DIR ${dataDir}; the next start of the server corrects it`),
    );
  if (databaseUrl === null) findings.push(examineBackup(dataDir));
  return findings;
}

function examineDisk(dataDir: string, diskReserveMb: number): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  if (freeMb >= LOW_STORAGE * diskReserveMb) return [];
  const text = `the disk of DATA_DIR has ${freeMb} MB left; below ${diskReserveMb} MB (DISK_RESERVE_MB) writes are refused`;
  return [freeMb < diskReserveMb ? problem(text) : warning(text)];
}

function examineBackup(dataDir: string): Finding {
  const file = join(dataDir, 'backup', 'latest.tar.gz');
  if (!existsSync(file)) return warning('the embedded database has no backup yet');
  // The file's time has fractions of a millisecond, so a new file can be ahead of the clock.
  const days = Math.max(0, Math.floor((Date.now() - statSync(file).mtimeMs) / DAY_MS));
  const age = days === 0 ? 'less than a day old' : days === 1 ? '1 day old' : `${days} days old`;
  const text = `embedded database: the last backup is ${age}`;
  return days > 1 ? warning(text) : ok(text);
}

async function examinePostgres(env: Env, url: string, providers: ProviderExamination): Promise<Finding[]> {
  const database = openPostgres({ url, connections: 2 });
  try {
    const general = [...(await examineRights(database.owner)), await examineClock(database.owner)];
    // Without these rights the rest would only say so again.
    if (general.some(({ level }) => level === 'error')) return general;
    await assertRestored(database.pool);
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('kysely_migration') is not null as exists`.execute(database.owner);
    if (!rows[0]?.exists)
      return [...general, warning('PostgreSQL: the database is empty; the first start fills it')];
    const stored = await sql<{ name: string }>`select name from kysely_migration`.execute(database.owner);
    const done = new Set(stored.rows.map(({ name }) => name));
    const pending = Object.keys(migrations).filter((name) => !done.has(name));
    if (pending.length > 0)
      return [...general, warning(`PostgreSQL: the next start runs the migrations ${pending.join(', ')}`)];
    await assertPoliciesEnforced(database);
    return [
      ...general,
      ok('PostgreSQL: the schema is current, row-level security holds'),
      ...(await examineTenants(database.owner)),
      ...(await examineSecrets(database.owner, env, providers)),
    ];
  } catch (error) {
    return [problem(error instanceof StartError ? error.message : databaseStartError(error, url).message)];
  } finally {
    await database.close();
  }
}

interface Rights {
  user: string;
  database: string;
  isAbove: boolean;
  owns: boolean;
  mayCreate: boolean;
  mayMakeRoles: boolean;
  hasRole: boolean;
  missing: string | null;
}

/** Rights of the user of DATABASE_URL: enough to migrate, and not more than it needs. */
async function examineRights(owner: Kysely<Tables>): Promise<Finding[]> {
  const { rows } = await sql<Rights>`
    select current_user::text as user, current_database()::text as database,
      r.rolsuper or r.rolbypassrls as "isAbove", r.rolcreaterole as "mayMakeRoles",
      pg_has_role(d.datdba, 'usage') as owns,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
      exists (select from pg_roles where rolname = 'molde_app' and pg_has_role(oid, 'member')) as "hasRole",
      (select string_agg(name, ', ') from unnest(array['unaccent', 'pg_trgm']) name
        where name not in (select e.name from pg_available_extensions e)) as missing
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`.execute(
    owner,
  );
  const found = rows[0];
  if (!found) return [];
  const { user, database } = found;
  const findings: Finding[] = [];
  if (found.isAbove)
    findings.push(
      warning(
        `PostgreSQL: the user ${user} is a superuser or has BYPASSRLS, which Molde does not need; run: alter role ${user} nosuperuser nobypassrls`,
      ),
    );
  if (!found.owns && !found.isAbove)
    findings.push(
      problem(
        `PostgreSQL: the user ${user} does not own the database; run: alter database ${database} owner to ${user}`,
      ),
    );
  if (!found.mayCreate)
    findings.push(
      problem(
        `PostgreSQL: the user ${user} may not create tables; run: grant create on database ${database} to ${user}; grant create on schema public to ${user}`,
      ),
    );
  if (!found.hasRole && !found.mayMakeRoles && !found.isAbove)
    findings.push(
      problem(
        `PostgreSQL: the user ${user} is no member of molde_app and may not create it; run: create role molde_app nologin; grant molde_app to ${user}`,
      ),
    );
  if (found.missing !== null)
    findings.push(
      problem(
        `PostgreSQL: the server lacks the extension ${found.missing}; install the contrib modules of PostgreSQL`,
      ),
    );
  return findings.length > 0 ? findings : [ok(`PostgreSQL: the user ${user} has the rights that it needs`)];
}

async function examineClock(owner: Kysely<Tables>): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(owner);
  return clockFinding('the database', (rows[0]?.at ?? 0) - (before + Date.now()) / 2);
}

async function examineTenants(owner: Kysely<Tables>): Promise<Finding[]> {
  const { rows } = await sql<{ key: string; hosts: number; administrators: number }>`
    select t.key, (select count(*)::int from tenant_host h where h.tenant_id = t.id) as hosts, (
      select count(*)::int from app_user u
      join access_group_member m on m.tenant_id = u.tenant_id and m.user_id = u.id
      join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.all_screens and g.is_active
      where u.tenant_id = t.id and u.is_active and u.is_user and u.password_hash is not null
    ) as administrators
    from tenant t where t.is_active order by t.key`.execute(owner);
  if (rows.length === 0)
    return [warning('no active tenant; create one: npm run tenant -- create <key> --host <host>')];
  return [
    ok(`tenants: ${rows.length} active`),
    ...rows.filter(({ hosts }) => hosts === 0).map(({ key }) => warning(`the tenant ${key} has no host`)),
    ...rows
      .filter(({ administrators }) => administrators === 0)
      .map(({ key }) => warning(`the tenant ${key} has no active administrator with a password`)),
  ];
}

/** Path of the file in which the server stores the last forwarded header that it ignored. */
const ignoredFile = (dataDir: string) => join(dataDir, 'ignored-forwarding.json');

/** Stores a forwarded header that the server ignored, so that the doctor finds it. */
export function storeIgnoredForwarding(dataDir: string, ignored: IgnoredForwarding): void {
  const text = JSON.stringify({ ...ignored, at: new Date().toISOString() });
  try {
    writeFileSync(ignoredFile(dataDir), text, { mode: 0o600 });
  } catch {
    // The disk may be full. The log has the header, too, and the request goes on.
  }
}

function examineProxies({ dataDir, trustedProxies }: Env): Finding[] {
  if (!existsSync(ignoredFile(dataDir))) return [];
  const { peer, header, at } = JSON.parse(readFileSync(ignoredFile(dataDir), 'utf8')) as IgnoredForwarding & {
    at: string;
  };
  if (trustedAddresses(trustedProxies)(peer) || Date.now() - Date.parse(at) > 7 * DAY_MS) return [];
  return [
    warning(
      `proxy: ${peer} sent the header ${header} at ${at}, and TRUSTED_PROXIES does not name it. If it is your proxy, name it there: until then all its callers count as one address`,
    ),
  ];
}
