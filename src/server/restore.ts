import { parseArgs } from 'node:util';
import { CommandError, runCommand } from './command.ts';
import { readEnv } from './env.ts';
import { describeBackup } from './platform/backup/backup.ts';
import { restore } from './platform/backup/restore.ts';

// `npm run restore -- <archive>`: puts a backup in the place of the configured database and files.
const USAGE = 'npm run restore -- <archive> [--replace]';

await runCommand(async (args, signal) => {
  const { from, replace } = parse(args);
  const env = readEnv(process.env);
  const { manifest, aside } = await restore(env, from, env.backupPassphrase, { replace, signal });
  const before = aside.length === 0 ? '' : `; the data from before is in ${aside.join(' and ')}`;
  return `restored ${describeBackup(manifest)}, made ${manifest.createdAt} by version ${manifest.version}${before}`;
});

function parse(args: string[]): { from: string; replace: boolean } {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [from] = positionals;
    if (from !== undefined && positionals.length === 1) return { from, replace: values.replace };
  } catch {
    // Answered with the usage.
  }
  throw new CommandError(`usage: ${USAGE}`);
}
