import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { syncPath } from '../../db/data-folder.ts';
import { openBackupSource, type BackupSource } from '../../db/backup-source.ts';
import { EmptyDatabaseError, Snapshot, type TextRow } from '../../db/snapshot.ts';
import { StartError } from '../../db/start-error.ts';
import type { Env } from '../../env.ts';
import { AppError } from '../../kernel/errors.ts';
import { openStore } from '../files/open-files.ts';
import type { FileStore } from '../files/store.ts';
import { PartWriter, writeArchive } from './archive-write.ts';
import { readArchive } from './archive-read.ts';
import { FORMAT, type Manifest } from './manifest.ts';

/** Bytes of a part of a table. */
const PART_BYTES = 1_048_576;
/** Keys of files that the manifest names at most. */
const MAX_NAMED = 1000;

export interface BackupResult {
  path: string;
  bytes: number;
  manifest: Manifest;
}

/**
 * Writes a backup of the database and all files to an archive, reads it again, and names it only then.
 * @param to a new file, or an existing folder, which gets one with the time as its name
 * @throws StartError with the line to print; nothing is left then
 */
export async function backUp(
  env: Env,
  to: string,
  passphrase: string | null,
  { version, signal }: { version: string; signal: AbortSignal },
): Promise<BackupResult> {
  const path = targetOf(to, passphrase);
  const writing = `${path}.writing`;
  const source = await openBackupSource(env);
  try {
    rmSync(writing, { force: true });
    const run = new BackupRun(source, env, `${writing}.files`, version);
    await writeArchive(writing, run.archive(), passphrase, signal);
    const manifest = await readArchive(writing, passphrase);
    signal.throwIfAborted();
    await rename(writing, path);
    await syncPath(dirname(path));
    return { path, bytes: (await stat(path)).size, manifest };
  } catch (error) {
    if (error instanceof EmptyDatabaseError)
      throw new StartError('the database is empty, so there is nothing to back up', { cause: error });
    throw error;
  } finally {
    for (const left of [writing, `${writing}.files`]) rmSync(left, { force: true });
    await source.close();
  }
}

function targetOf(to: string, passphrase: string | null): string {
  const isFolder = to.endsWith('/') || (existsSync(to) && statSync(to).isDirectory());
  if (isFolder) mkdirSync(to, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const path = isFolder ? join(to, `molde-${time}.tar.gz${passphrase === null ? '' : '.age'}`) : to;
  if (existsSync(path)) throw new StartError(`${path} exists; name a new file`);
  if (!existsSync(dirname(path))) throw new StartError(`the folder ${dirname(path)} does not exist`);
  return path;
}

/** A file that a row of the snapshot names, or one of its thumbnails. */
interface WantedFile {
  key: string;
  bytes: number;
  /** Empty for a thumbnail. */
  sha256: string;
}

class BackupRun {
  readonly #source: BackupSource;
  readonly #store: FileStore;
  readonly #dataDir: string;
  /** A list on the disk of the files to copy, since there may be millions. */
  readonly #wanted: string;
  readonly #version: string;
  readonly #parts = new PartWriter();
  readonly #files: Manifest['files'] = { count: 0, bytes: 0, missing: [], damaged: [] };

  constructor(source: BackupSource, env: Env, wanted: string, version: string) {
    this.#source = source;
    this.#store = openStore(env);
    this.#dataDir = env.dataDir;
    this.#wanted = wanted;
    this.#version = version;
  }

  async *archive(): AsyncGenerator<Buffer> {
    const createdAt = new Date().toISOString();
    const snapshot = await Snapshot.begin(this.#source.client);
    const tables: Manifest['tables'] = [];
    for (const shape of snapshot.tables) {
      const counted = { rows: 0, bytes: 0 };
      yield* this.#table(snapshot, shape.name, counted);
      tables.push({ ...shape, ...counted });
    }
    const sequences = await snapshot.sequences();
    // The rows are read: a transaction that stays open while files are copied would keep the database from cleaning up.
    await snapshot.end();
    yield* this.#copyFiles();
    const folder: string[] = [];
    for (const name of this.#source.folderFiles) {
      const size = statSync(join(this.#dataDir, name), { throwIfNoEntry: false })?.size;
      if (size === undefined) continue;
      folder.push(name);
      const content = createReadStream(join(this.#dataDir, name));
      yield* this.#parts.stream(`folder/${name}`, size, content, () => undefined);
    }
    yield* this.#parts.end({
      product: 'molde',
      format: FORMAT,
      version: this.#version,
      createdAt,
      database: { kind: this.#source.kind, serverVersion: snapshot.serverVersion },
      migrations: [...snapshot.migrations],
      tables,
      sequences,
      files: this.#files,
      folder,
    });
  }

  async *#table(
    snapshot: Snapshot,
    table: string,
    counted: { rows: number; bytes: number },
  ): AsyncGenerator<Buffer> {
    const shape = snapshot.tables.find(({ name }) => name === table);
    if (!shape) return;
    const wanted = table === 'file' ? createWriteStream(this.#wanted, { mode: 0o600 }) : null;
    let lines: string[] = [];
    let bytes = 0;
    let parts = 0;
    const flush = (): AsyncGenerator<Buffer> => {
      const content = Buffer.from(lines.join(''));
      lines = [];
      bytes = 0;
      parts += 1;
      counted.bytes += content.length;
      return this.#parts.part(`tables/${table}/${String(parts).padStart(6, '0')}.jsonl`, content);
    };
    for await (const batch of snapshot.rows(shape)) {
      for (const row of batch) {
        const line = `${JSON.stringify(row)}\n`;
        lines.push(line);
        bytes += line.length;
        counted.rows += 1;
        for (const file of wanted ? filesOf(shape.columns, row) : [])
          wanted?.write(`${JSON.stringify(file)}\n`);
        if (bytes >= PART_BYTES) yield* flush();
      }
    }
    if (bytes > 0) yield* flush();
    wanted?.end();
    if (wanted) await finished(wanted);
  }

  /** Copies the content of all files of the snapshot. One that is not there, or is damaged, is reported and not fatal. */
  async *#copyFiles(): AsyncGenerator<Buffer> {
    if (!existsSync(this.#wanted)) return;
    for await (const line of createInterface({ input: createReadStream(this.#wanted) })) {
      const { key, bytes, sha256 } = JSON.parse(line) as WantedFile;
      const content = await this.#store.read(key, null).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (!content) {
        note(this.#files.missing, key);
        continue;
      }
      this.#files.count += 1;
      this.#files.bytes += bytes;
      yield* this.#parts.stream(`files/${key}`, bytes, content, (found, size) => {
        if (size !== bytes || (sha256 !== '' && found !== sha256)) note(this.#files.damaged, key);
      });
    }
  }
}

function note(keys: string[], key: string): void {
  if (keys.length < MAX_NAMED) keys.push(key);
}

/** A row in quarantine has no content yet, or none that is complete. */
function filesOf(columns: readonly string[], row: TextRow): WantedFile[] {
  const value = (name: string): string => row[columns.indexOf(name)] ?? '';
  if (value('state') === 'quarantine') return [];
  const key = value('key');
  const thumbnails = JSON.parse(value('thumbnails') || '{}') as Record<string, number>;
  return [
    { key, bytes: Number(value('bytes')), sha256: value('sha256') },
    ...Object.entries(thumbnails).map(([size, bytes]) => ({ key: `${key}-${size}`, bytes, sha256: '' })),
  ];
}

/** Lines that tell a person what a backup contains. */
export function describeBackup({ tables, files, migrations }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables (schema ${migrations.at(-1) ?? 'none'}), ${files.count} files of ${sizeText(files.bytes)}`;
}

/** A size in the unit in which a person reads it; an archive of a few kilobytes is not "0.0 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A warning for each thing that a backup could not contain. */
export function backupWarnings({ files: { missing, damaged } }: Manifest): string[] {
  const sample = (keys: readonly string[]): string =>
    keys
      .slice(0, 3)
      .map((key) => basename(key))
      .join(', ');
  const atLeast = (keys: readonly string[]): string =>
    `${keys.length}${keys.length === MAX_NAMED ? ' or more' : ''}`;
  return [
    ...(missing.length > 0
      ? [
          `${atLeast(missing)} files are not in the backup, since the store does not have them: ${sample(missing)}`,
        ]
      : []),
    ...(damaged.length > 0
      ? [`${atLeast(damaged)} files of the store differ from their size or hash: ${sample(damaged)}`]
      : []),
  ];
}
