import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { CommandError, runCommand } from './command.ts';
import { DataFolder } from './db/data-folder.ts';
import { sqlState } from './db/database-errors.ts';
import { folderOptions, openDatabase } from './db/open.ts';
import type { Tables } from './db/tables.ts';
import { readEnv, type Env } from './env.ts';
import { createTenant } from './domains/access/tenant/create-tenant.ts';
import { isPictureHost, writePictureHosts } from './kernel/picture-hosts.ts';

const USAGE =
  'npm run tenant -- create <key> --host <host> [--host <host>] [--name <name>] | list | disable <key> | picture-hosts <key> [--host <host>]';

await runCommand(run);

async function run(args: string[]): Promise<string> {
  const command = parseCommand(args);
  const env = readEnv(process.env);
  const folder = DataFolder.open(env.dataDir, folderOptions(env));
  try {
    const database = await openDatabase(env, folder);
    try {
      return await command(database.owner, env);
    } finally {
      await database.close();
    }
  } finally {
    await folder.close();
  }
}

type Command = (owner: Kysely<Tables>, env: Env) => Promise<string>;

/** Parses the arguments. They are validated before a database is opened or created. */
function parseCommand(args: string[]): Command {
  const { values, positionals } = parseArguments(args);
  const [command, key] = positionals;
  if (command === 'list' && positionals.length === 1) return list;
  if (key !== undefined && positionals.length === 2) {
    if (command === 'disable') return (owner) => disable(owner, key);
    if (command === 'picture-hosts') {
      const hosts = (values.host ?? []).map((host) => host.toLowerCase());
      assertPictureHosts(hosts);
      return (owner) => setPictureHosts(owner, key, hosts);
    }
    if (command === 'create') {
      const hosts = values.host ?? [];
      assertCreatable(key, hosts);
      return (owner, env) => create(owner, env, key, values.name ?? key, hosts);
    }
  }
  throw new CommandError(USAGE);
}

function assertCreatable(key: string, hosts: readonly string[]): void {
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(key)) {
    throw new CommandError(
      `the key ${key}: takes lower case letters, digits and -, beginning with a letter, 63 at most`,
    );
  }
  if (hosts.length === 0) throw new CommandError('a tenant needs at least one --host');
  const odd = hosts.find((host) => !/^[A-Za-z0-9.-]{1,253}$|^\[?[0-9A-Fa-f:]+\]?$/.test(host));
  if (odd !== undefined) throw new CommandError(`--host ${odd} is not a host name (without scheme and port)`);
}

function assertPictureHosts(hosts: readonly string[]): void {
  const odd = hosts.find((host) => !isPictureHost(host));
  if (odd !== undefined)
    throw new CommandError(`--host ${odd} is not a host name (pictures.example.com or *.example.com)`);
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { host: { type: 'string', multiple: true }, name: { type: 'string' } },
    });
  } catch (error) {
    throw new CommandError(USAGE, { cause: error });
  }
}

async function list(owner: Kysely<Tables>): Promise<string> {
  const rows = await owner
    .selectFrom('tenant')
    .leftJoin('tenant_host', 'tenant_host.tenant_id', 'tenant.id')
    .select(['tenant.id', 'tenant.key', 'tenant.name', 'tenant.is_active', 'tenant_host.host'])
    .orderBy('tenant.id')
    .orderBy('tenant_host.host')
    .execute();
  const lines = new Map<number, string[]>();
  for (const { id, key, name, is_active, host } of rows) {
    const line = lines.get(id) ?? [key, name, is_active ? 'active' : 'disabled'];
    if (host !== null) line.push(host);
    lines.set(id, line);
  }
  return lines.size === 0 ? 'no tenants' : [...lines.values()].map((line) => line.join('\t')).join('\n');
}

async function create(
  owner: Kysely<Tables>,
  env: Env,
  key: string,
  name: string,
  hosts: string[],
): Promise<string> {
  try {
    const admin = {
      login: env.adminUser,
      name: env.adminUser,
      email: `${env.adminUser}@${hosts[0]}`,
      password: env.adminPassword,
    };
    await createTenant(owner, { key, name, hosts, admin });
  } catch (error) {
    if (sqlState(error) === '23505')
      throw new CommandError(`the key ${key} or one of its hosts is taken`, { cause: error });
    throw error;
  }
  return `created ${key} on ${hosts.join(', ')}; first administrator: ${env.adminUser}, password from ADMIN_PASSWORD`;
}

async function disable(owner: Kysely<Tables>, key: string): Promise<string> {
  const { numUpdatedRows } = await owner
    .updateTable('tenant')
    .set({ is_active: false })
    .where('key', '=', key)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CommandError(`there is no tenant ${key}`);
  return `disabled ${key}; its sessions end with their next request`;
}

async function setPictureHosts(
  owner: Kysely<Tables>,
  key: string,
  hosts: readonly string[],
): Promise<string> {
  const tenant = await owner.selectFrom('tenant').select('id').where('key', '=', key).executeTakeFirst();
  if (!tenant) throw new CommandError(`there is no tenant ${key}`);
  await writePictureHosts(owner, tenant.id, hosts);
  return `pictures of ${key} load at once from ${hosts.length > 0 ? hosts.join(', ') : 'no other host'}`;
}
