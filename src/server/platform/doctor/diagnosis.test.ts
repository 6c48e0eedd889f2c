import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import S3rver from 's3rver';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/database.ts';
import { readEnv } from '../../env.ts';
import { openTestDatabase } from '../../testing.ts';
import { openPostgres } from '../../db/postgres.ts';
import { openIdentityProvider } from '../../testing/identity-provider.ts';
import { createTenant } from '../../domains/access/tenant/create-tenant.ts';
import { diagnose, storeIgnoredForwarding } from './diagnosis.ts';
import { clockFinding } from './diagnosis-providers.ts';
import { providerExamination } from '../../domains/access/index.ts';
import { examineSecrets } from './diagnosis-secrets.ts';
import { Secrets } from '../secrets/secrets.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-doctor-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function dataDir(name: string): string {
  mkdirSync(join(home, name, 'backup'), { recursive: true });
  return join(home, name);
}

const findings = async (variables: Record<string, string>) =>
  (await diagnose({ DATA_DIR: dataDir('usual'), ...variables }, providerExamination)).map(
    ({ level, text }) => `${level} ${text}`,
  );

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
    const files = join(dataDir('usual'), 'files');
    expect(await findings({})).toContain(`ok files: ${files} is made with the first file`);
    mkdirSync(files);
    expect(await findings({})).toContain(`ok files: ${files} can be written`);
    const backup = join(dataDir('usual'), 'backup', 'latest.tar.gz');
    writeFileSync(backup, '');
    const ahead = Date.now() / 1000 + 1;
    utimesSync(backup, ahead, ahead);
    expect(await findings({})).toContain('ok embedded database: the last backup is less than a day old');
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

  it('signs in to the mail server, and names what to correct when it cannot', async () => {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: ({ password }, _session, done) =>
        password === 'certa' ? done(null, { user: 'a' }) : done(new Error('no')),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const mail = async (SMTP_URL: string) =>
      (await findings({ SMTP_URL })).filter((line) => line.includes('mail:'));
    expect(await mail(`smtp://a:certa@127.0.0.1:${port}`)).toEqual([
      `ok mail: 127.0.0.1:${port} accepts the connection and the sign-in`,
      expect.stringMatching(/^warning mail: .* without TLS; use smtps/),
    ]);
    const refused = await mail(`smtp://a:errada@127.0.0.1:${port}`);
    expect(refused).toEqual([
      expect.stringMatching(/^error mail: .*; correct user and password in SMTP_URL$/),
    ]);
    expect(refused.join()).not.toContain('errada');
    expect(await mail(`smtps://127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^error mail: .*; use smtps:\/\/ for a port with TLS from its beginning/),
    ]);
    await new Promise<void>((resolve) => server.close(resolve));
    expect(await mail(`smtp://127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^error mail: .*ECONNREFUSED.*; correct host and port in SMTP_URL/),
    ]);
    expect(await findings({})).toContain('ok mail: captured under /dev/outbox');
  });

  it('writes, reads and removes an object of the bucket, and names what to check when it cannot', async () => {
    const folder = join(home, 'bucket');
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'files', configs: [] }],
    });
    const { port } = await server.run();
    const bucket = (S3_BUCKET: string): Promise<string[]> =>
      findings({
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      });
    const lines = await bucket('files');
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok files: the bucket files at .* can be written and read$/),
    );
    expect(lines).toContain('ok clock: the file service and this machine agree');
    expect(await bucket('none')).toContainEqual(
      expect.stringMatching(/^error files: the bucket none at .*; check S3_ENDPOINT, S3_BUCKET/),
    );
    await server.close();
  });

  it('asks the provider of the settings whether it knows the client', async () => {
    const idp = await openIdentityProvider(['http://localhost:3000']);
    const signIn = async (settings: Record<string, string>) =>
      (await findings({ OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: idp.clientId, ...settings })).filter(
        (line) => line.includes('sign-in: '),
      );
    expect(await signIn({ OIDC_CLIENT_SECRET: idp.clientSecret })).toEqual([
      `ok sign-in: the provider of OIDC_ISSUER, ${idp.issuer}, answers`,
    ]);
    const refused = await signIn({ OIDC_CLIENT_SECRET: 'errado' });
    expect(refused).toEqual([expect.stringMatching(/^error sign-in: .*cannot be used\. .*client/)]);
    expect(refused.join()).not.toContain('errado');
    await idp.close();
    expect(await signIn({})).toEqual([expect.stringMatching(/^error sign-in: .*cannot be reached/)]);
  });

  it('tells clocks that differ', () => {
    expect(clockFinding('the database', 900)).toEqual({
      level: 'ok',
      text: 'clock: the database and this machine agree',
    });
    expect(clockFinding('the database', -30_000)).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/ 30 s behind this machine; synchronise both/),
    });
    expect(clockFinding('the database', 3_600_000).level).toBe('error');
  });

  it('explains why PostgreSQL cannot be reached, without its password', async () => {
    const lines = await findings({ DATABASE_URL: 'postgres://ana:segredo@127.0.0.1:1/molde' });
    expect(lines).toContainEqual(
      expect.stringMatching(/^error DATABASE_URL: nothing answers on 127\.0\.0\.1:1/),
    );
    expect(lines.join()).not.toContain('segredo');
  });
});

describe('the doctor of stored secrets', () => {
  it('says which key is missing, wrong or to be replaced, and which provider does not answer', async () => {
    const [key, other] = [randomBytes(32), randomBytes(32)];
    const database = await openTestDatabase();
    const person = { login: 'admin', name: 'Ana', email: 'ana@acme.example', password: 'uma frase longa' };
    const tenant = { key: 'acme', name: 'Acme', hosts: ['acme.example'], admin: person };
    const tenant_id = await createTenant(database.owner, tenant);
    const examine = async (variables: Record<string, string>) => {
      const env = readEnv({ DATA_DIR: dataDir('secrets'), ...variables });
      return (await examineSecrets(database.owner, env, providerExamination)).map(
        ({ level, text }) => `${level} ${text}`,
      );
    };
    expect(await examine({})).toEqual([]);
    const provider = { issuer: 'http://localhost:1', clientId: 'molde', clientSecret: '', label: 'Entrada' };
    const { keyId, sealed } = new Secrets(key).seal(tenant_id, 'oidc', JSON.stringify(provider));
    await database.owner
      .insertInto('tenant_secret')
      .values({ tenant_id, name: 'oidc', key_id: keyId, sealed })
      .execute();
    const hex = (one: Uint8Array) => Buffer.from(one).toString('hex');
    const unreachable = expect.stringMatching(
      /^error sign-in: the provider of acme, http:\/\/localhost:1, cannot be used\. localhost:1 cannot be reached/,
    );
    expect(await examine({})).toEqual([
      expect.stringMatching(/^error SECRETS_KEY: got nothing, .*; until then the server does not start$/),
    ]);
    expect(await examine({ SECRETS_KEY: hex(other) })).toEqual([
      expect.stringMatching(/^error SECRETS_KEY: got another key .*npm run secrets -- rotate;/),
    ]);
    expect(await examine({ SECRETS_KEY: hex(other), SECRETS_KEY_PREVIOUS: hex(key) })).toEqual([
      'warning SECRETS_KEY: settings of acme are still encrypted with the key before; run npm run secrets -- rotate',
      unreachable,
    ]);
    expect(await examine({ SECRETS_KEY: hex(key) })).toEqual([
      'ok SECRETS_KEY: every stored setting is encrypted with it',
      unreachable,
    ]);
    await database.owner.updateTable('tenant_secret').set({ name: 'moved' }).execute();
    expect(await examine({ SECRETS_KEY: hex(key) })).toContainEqual(
      expect.stringMatching(/^error the setting moved of acme cannot be decrypted/),
    );
    await database.close();
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
        expect.stringMatching(/^warning PostgreSQL: the user \S+ is a superuser or has BYPASSRLS/),
        'ok clock: the database and this machine agree',
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
    await admin.query(`create role ${name} login password 'x'`);
    url.username = name;
    url.password = 'x';
    expect(await report()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^error PostgreSQL: the user \S+ does not own the database; run: alter database/,
        ),
        expect.stringMatching(/^error PostgreSQL: the user \S+ may not create tables; run: grant create/),
        expect.stringMatching(
          /^error PostgreSQL: the user \S+ is no member of molde_app and may not create it; run/,
        ),
      ]),
    );
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
});
