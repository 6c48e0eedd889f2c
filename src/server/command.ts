import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './db/start-error.ts';
import { SettingError } from './env.ts';

/** A command that cannot be executed. The message is the line that is printed. */
export class CommandError extends Error {}

/**
 * Runs the command of this process, prints what it returns, and ends with 0; an error is one line and ends with 1.
 * @param run gets the arguments, and a signal that Ctrl+C aborts.
 */
export async function runCommand(
  run: (args: string[], signal: AbortSignal) => Promise<string>,
): Promise<void> {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopped.abort(new CommandError('interrupted; nothing is left of it')));
  try {
    const line = await run(process.argv.slice(2), stopped.signal);
    process.stdout.write(`${line}\n`, () => process.exit(0));
  } catch (caught) {
    const error: unknown = stopped.signal.aborted ? stopped.signal.reason : caught;
    const isExpected =
      error instanceof CommandError || error instanceof SettingError || error instanceof StartError;
    const line =
      error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${line}\n`, () => process.exit(1));
  }
}

/** The version in package.json, found from this module upwards. */
export function productVersion(): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      if (name === 'molde' && version) return version;
    } catch {
      // Another folder above has it.
    }
  }
  return 'unknown';
}
