import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { createTenant } from './create-tenant.ts';
import { diagnose, storeIgnoredForwarding } from './diagnosis.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-doctor-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function dataDir(name: string): string {
  mkdirSync(join(home, name, 'backup'), { recursive: true });
  return join(home, name);
}

const findings = async (variables: Record<string, string>) =>
  (await diagnose({ DATA_DIR: dataDir('usual'), ...variables })).map(({ level, text }) => `${level} ${text}`);

describe('the doctor', () => {
  it('reports an invalid setting alone', async () => {
    expect(await findings({ PORT: 'eighty' })).toEqual([
      'error PORT: got "eighty", takes a whole number from 0 to 65535',
    ]);
  });

  it('examines the data folder and the age of its backup', async () => {
    const missing = join(home, 'missing');
    expect(await findings({ DATA_DIR: missing })).toContain(
      `warning DATA_DIR ${missing} does not exist; the first start makes it`,
    );
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(await findings({ DATA_DIR: file })).toContainEqual(expect.stringMatching(/^error DATA_DIR /));
    expect(await findings({})).toContain('warning the embedded database has no backup yet');
    const backup = join(dataDir('usual'), 'backup', 'latest.tar.gz');
    writeFileSync(backup, '');
    const ahead = Date.now() / 1000 + 1;
    utimesSync(backup, ahead, ahead);
    expect(await findings({})).toContain('ok embedded database: the last backup is 0 days old');
    const old = Date.now() / 1000 - 3 * 86_400;
    utimesSync(backup, old, old);
    expect(await findings({})).toContain('warning embedded database: the last backup is 3 days old');
  });

  it('warns of a proxy whose headers are ignored until TRUSTED_PROXIES names it', async () => {
    const DATA_DIR = dataDir('proxied');
    const proxies = async (variables: Record<string, string>) =>
      (await findings({ DATA_DIR, ...variables })).filter((line) => line.includes('proxy'));
    expect(await proxies({})).toEqual([]);
    storeIgnoredForwarding(DATA_DIR, { peer: '10.0.0.7', header: 'x-forwarded-for' });
    expect(await proxies({ TRUSTED_PROXIES: '10.1.0.0/16' })).toEqual([
      expect.stringMatching(/^warning proxy: 10\.0\.0\.7 sent the header x-forwarded-for at \d{4}-/),
    ]);
    expect(await proxies({ TRUSTED_PROXIES: '10.0.0.0/16' })).toEqual([]);
  });

  it('explains why PostgreSQL cannot be reached, without its password', async () => {
    const lines = await findings({ DATABASE_URL: 'postgres://ana:segredo@127.0.0.1:1/molde' });
    expect(lines).toContainEqual(
      expect.stringMatching(/^error DATABASE_URL: nothing answers on 127\.0\.0\.1:1/),
    );
    expect(lines.join()).not.toContain('segredo');
  });
});

const base = process.env['TEST_DATABASE_URL'];

describe.runIf(base)('the doctor of a PostgreSQL database', () => {
  it('examines its schema and its tenants', async () => {
    const admin = new pg.Client({ connectionString: base });
    await admin.connect();
    const name = `molde_doctor_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${name}`);
    const url = new URL(base ?? '');
    url.pathname = `/${name}`;
    const report = () => findings({ DATABASE_URL: url.href });
    expect(await report()).toContain('warning PostgreSQL: the database is empty; the first start fills it');
    const database = openPostgres({ url: url.href, connections: 1 });
    await migrate(database.owner);
    expect(await report()).toContainEqual(
      expect.stringMatching(/^warning no active tenant; create one: npm run/),
    );
    const person = { login: 'admin', name: 'Ana', email: 'ana@acme.example', password: 'uma frase longa' };
    await createTenant(database.owner, { key: 'acme', name: 'Acme', hosts: [], admin: person });
    expect(await report()).toEqual(
      expect.arrayContaining([
        'ok PostgreSQL: the schema is current, row-level security holds',
        'ok tenants: 1 active',
        'warning the tenant acme has no host',
      ]),
    );
    await database.owner.updateTable('app_user').set({ is_active: false }).execute();
    expect(await report()).toContain('warning the tenant acme has no active administrator with a password');
    await database.owner.deleteFrom('kysely_migration' as never).execute();
    expect(await report()).toContainEqual(
      expect.stringMatching(/^warning PostgreSQL: the next start runs the migrations 001_platform, /),
    );
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
});
