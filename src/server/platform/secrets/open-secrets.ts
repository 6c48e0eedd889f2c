import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { StartError } from '../../db/start-error.ts';
import type { Tables } from '../../db/tables.ts';
import type { Env } from '../../env.ts';
import { Secrets } from './secrets.ts';

/** Returns a secret of the demo profile, which the first start creates in the data folder, so that it outlives a restart. */
export function readOrCreateSecret(folder: string, name: string): Uint8Array {
  const file = join(folder, name);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return Uint8Array.from(Buffer.from(readFileSync(file, 'utf8'), 'hex'));
}

const DEMO_KEY = 'secrets-key';

/** The keys of the settings. In the demo profile the key of the data folder, made if need be, stands in for one that is not set. */
export function openSecrets(env: Env, folder: string): Secrets {
  if (env.profile === 'demo' && !env.secretsKey) readOrCreateSecret(folder, DEMO_KEY);
  return readSecrets(env, folder);
}

/** The same keys, without making one. */
export function readSecrets({ profile, secretsKey, secretsKeyPrevious }: Env, folder: string): Secrets {
  const isMade = profile === 'demo' && existsSync(join(folder, DEMO_KEY));
  const made = isMade ? readOrCreateSecret(folder, DEMO_KEY) : null;
  return secretsKey
    ? new Secrets(secretsKey, secretsKeyPrevious ?? made)
    : new Secrets(made, secretsKeyPrevious);
}

/**
 * Checks that the settings contain the key of every stored secret.
 * @throws StartError naming the setting
 */
export async function assertKeysKnown(owner: Kysely<Tables>, secrets: Secrets): Promise<void> {
  const stored = await owner.selectFrom('tenant_secret').select('key_id').distinct().execute();
  const unknown = stored.filter(({ key_id }) => !secrets.has(key_id));
  if (unknown.length === 0) return;
  throw new StartError(
    secrets.currentKeyId === null
      ? 'SECRETS_KEY: got nothing, takes the 64 hex digits with which the settings of providers in the database were encrypted'
      : 'SECRETS_KEY: got another key than the settings of providers in the database were encrypted with; set that one as SECRETS_KEY_PREVIOUS and run npm run secrets -- rotate',
  );
}
