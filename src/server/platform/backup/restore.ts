import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TableLoad } from '../../db/load.ts';
import { migrateWithin, openRestoreTarget, unknownMigration } from '../../db/restore-target.ts';
import { NewerDataError, StartError } from '../../db/start-error.ts';
import type { ReadEntry } from '../../db/tar-read.ts';
import type { Env } from '../../env.ts';
import { AppError } from '../../kernel/errors.ts';
import { openStore } from '../files/open-files.ts';
import type { FileStore } from '../files/store.ts';
import { ArchiveError, readArchive, readRows } from './archive-read.ts';
import type { Manifest } from './manifest.ts';

export interface RestoreResult {
  manifest: Manifest;
  /** Where the data from before is now. */
  aside: string[];
}

/**
 * Puts the data of a backup in the place of the configured database and files. The archive is read as a whole first, and the
 * present data stays as it is until the last step.
 * @throws StartError with the line to print
 */
export async function restore(
  env: Env,
  from: string,
  passphrase: string | null,
  { replace, signal }: { replace: boolean; signal: AbortSignal },
): Promise<RestoreResult> {
  const manifest = await readArchive(from, passphrase);
  const unknown = unknownMigration(manifest.migrations);
  if (unknown !== undefined) throw new ArchiveError(`${from}: ${new NewerDataError(unknown).message}`);
  const target = await openRestoreTarget(env, replace);
  try {
    signal.throwIfAborted();
    const { client, staged } = target;
    await migrateWithin(client, manifest.migrations);
    const files = join(staged, 'files');
    if (!env.s3) mkdirSync(files, { mode: 0o700 });
    const parts = new PartLoader(openStore(env, files), staged);
    const load = new TableLoad(client);
    await load.begin(manifest.tables);
    await readArchive(from, passphrase, async (part) => {
      signal.throwIfAborted();
      await parts.read(part, load);
    });
    const short = manifest.tables.find(({ name, rows }) => load.count(name) !== rows);
    if (short) throw new ArchiveError(`${from} has not all rows of the table ${short.name}`);
    await load.finish(manifest.sequences);
    await migrateWithin(client);
    signal.throwIfAborted();
    return { manifest, aside: await target.install() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'INSUFFICIENT_STORAGE')
      throw new StartError('the store of files is full; the data from before is unchanged', { cause: error });
    throw error;
  } finally {
    await target.close();
  }
}

class PartLoader {
  readonly #store: FileStore;
  readonly #staged: string;

  constructor(store: FileStore, staged: string) {
    this.#store = store;
    this.#staged = staged;
  }

  async read(part: ReadEntry, load: TableLoad): Promise<void> {
    const [area, name = '', ...rest] = part.name.split('/');
    if (area === 'tables') return load.insert(name, await readRows(part));
    if (area === 'files') return this.#store.write([name, ...rest].join('/'), part.content);
    if (area === 'folder' && /^\w[\w.-]*$/.test(name) && rest.length === 0) {
      const file = createWriteStream(join(this.#staged, name), { mode: 0o600 });
      return pipeline(Readable.from(part.content), file);
    }
    throw new ArchiveError(`the backup has an unknown part ${part.name}`);
  }
}
