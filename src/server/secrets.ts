import { DataFolder } from './db/data-folder.ts';
import { folderOptions, openDatabase } from './db/open.ts';
import { StartError } from './db/start-error.ts';
import { readEnv, SettingError } from './env.ts';
import { assertKeysKnown, openSecrets } from './platform/secrets/open-secrets.ts';
import { rotateSecrets } from './platform/secrets/rotate.ts';

/** `npm run secrets -- rotate`: encrypts the settings of tenants' providers with SECRETS_KEY instead of the key before. */

/** A command that cannot be executed. The message is the line that is printed. */
class CommandError extends Error {}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
  process.exit(0);
} catch (error) {
  const expected =
    error instanceof CommandError || error instanceof SettingError || error instanceof StartError;
  const line =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${line}\n`, () => process.exit(1));
}

async function run(args: readonly string[]): Promise<string> {
  if (args.length !== 1 || args[0] !== 'rotate') throw new CommandError('usage: npm run secrets -- rotate');
  const env = readEnv(process.env);
  if (!env.secretsKey)
    throw new CommandError(
      'SECRETS_KEY: got nothing, takes the new key, 64 hex digits; SECRETS_KEY_PREVIOUS takes the one before',
    );
  const folder = DataFolder.open(env.dataDir, folderOptions(env));
  try {
    const database = await openDatabase(env, folder);
    try {
      const secrets = openSecrets(env, folder.path);
      await assertKeysKnown(database.owner, secrets);
      const done = await rotateSecrets(database, secrets);
      const rest = 'SECRETS_KEY_PREVIOUS can be removed';
      if (done.secrets === 0) return `every stored setting has this key already; ${rest}`;
      const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
      return `encrypted ${counted(done.secrets, 'setting')} of ${counted(done.tenants, 'tenant')} with the new key; ${rest}`;
    } finally {
      await database.close();
    }
  } finally {
    await folder.close();
  }
}
