import { parseArgs } from 'node:util';
import { runCommand, CommandError, productVersion } from './command.ts';
import { readEnv } from './env.ts';
import { backUp, backupWarnings, describeBackup, sizeText } from './platform/backup/backup.ts';

// `npm run backup -- --to <file or folder>`: database and files in one archive, also while the server runs.
const USAGE = 'npm run backup -- --to <file or folder>';

await runCommand(async (args, signal) => {
  const to = parse(args);
  const env = readEnv(process.env);
  const { path, bytes, manifest } = await backUp(env, to, env.backupPassphrase, {
    version: productVersion(),
    signal,
  });
  for (const warning of backupWarnings(manifest)) process.stderr.write(`warning: ${warning}\n`);
  const sealed = env.backupPassphrase === null ? 'not encrypted' : 'encrypted';
  return `${path}: ${sizeText(bytes)}, ${sealed}, read again; ${describeBackup(manifest)}`;
});

function parse(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
    if (values.to) return values.to;
  } catch {
    // Answered with the usage.
  }
  throw new CommandError(`usage: ${USAGE}`);
}
