import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DataFolder } from './db/data-folder.ts';
import { openEmbedded } from './db/embedded.ts';
import { createTenant } from './domains/access/tenant/create-tenant.ts';
import { Secrets } from './platform/secrets/secrets.ts';
import { createCluster } from './testing.ts';
import { bundlePrograms, productionSecrets } from './testing/process.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-secrets-'));
const programs = bundlePrograms();
afterAll(() => {
  programs.end();
  rmSync(home, { recursive: true, force: true });
});

const settings = { ...productionSecrets, DATA_DIR: join(home, 'data') };
const rotate = (keys: Record<string, string>, args = ['rotate']) =>
  programs.run('secrets', args, { ...settings, ...keys }).ended;

async function storeSecret(key: Uint8Array): Promise<void> {
  const folder = DataFolder.open(settings.DATA_DIR);
  const database = await openEmbedded(folder);
  const admin = { login: 'admin', name: 'Ana', email: 'ana@acme.example', password: 'uma frase longa' };
  const tenant_id = await createTenant(database.owner, { key: 'acme', name: 'Acme', hosts: [], admin });
  const { keyId, sealed } = new Secrets(key).seal(tenant_id, 'oidc', '{}');
  await database.owner
    .insertInto('tenant_secret')
    .values({ tenant_id, name: 'oidc', key_id: keyId, sealed })
    .execute();
  await database.close();
  await folder.close();
}

it('npm run secrets -- rotate encrypts stored settings with the new key, which then suffices', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const [SECRETS_KEY, SECRETS_KEY_PREVIOUS] = [next.toString('hex'), old.toString('hex')];
  await createCluster(settings.DATA_DIR);
  await storeSecret(old);
  expect(await rotate({}, [])).toEqual({ code: 1, output: 'usage: npm run secrets -- rotate\n' });
  expect(await rotate({})).toEqual({ code: 1, output: expect.stringMatching(/^SECRETS_KEY: got nothing, /) });
  expect(await rotate({ SECRETS_KEY })).toEqual({
    code: 1,
    output: expect.stringMatching(/^SECRETS_KEY: got another key .* SECRETS_KEY_PREVIOUS/),
  });
  expect(await rotate({ SECRETS_KEY, SECRETS_KEY_PREVIOUS })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^encrypted 1 setting of 1 tenant with the new key; SECRETS_KEY_PREVIOUS can be removed/,
    ),
  });
  expect(await rotate({ SECRETS_KEY })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^every stored setting has this key already; SECRETS_KEY_PREVIOUS can be removed/,
    ),
  });
}, 300_000);
