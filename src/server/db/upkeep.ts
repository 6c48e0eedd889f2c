import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { answerRequest, takeRequest } from './backup-request.ts';
import { backupAge, writeBackup, type BackupOptions, type Exclusive } from './backup.ts';
import { syncFolder, type DataFolder } from './data-folder.ts';
import { analyseGrown } from './statistics.ts';

const ROUND_MS = 5000;
const DAY_MS = 86_400_000;
/** Longest time of a sync; the next round goes on. */
const SYNC_LIMIT_MS = 30_000;
const BACKUP_RETRY_MS = 3_600_000;

/**
 * Keeps the folder of the embedded database safe, and its plans: every 5 s a checkpoint, a sync and statistics of what has grown,
 * every day a backup.
 */
export class Upkeep {
  readonly #folder: DataFolder;
  readonly #exclusive: Exclusive;
  readonly #roundMs: number;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #backup: Promise<void> | null = null;
  #nextBackup = 0;
  #failing = false;
  /** Position of the log up to which the folder is synced. */
  #syncedPosition = '';
  #syncedUntil = 0;

  constructor(folder: DataFolder, exclusive: Exclusive, roundMs = ROUND_MS) {
    this.#folder = folder;
    this.#exclusive = exclusive;
    this.#roundMs = roundMs;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#runRound().finally(() => {
        if (!this.#stopped.signal.aborted) this.start();
      });
    }, this.#roundMs).unref();
  }

  /** Ends the rounds and a backup in progress. @param signal when this must be over. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopped.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
    await this.#backup;
    await this.#maintain(signal);
    // A failure before, as of a database that was opened again meanwhile, is no reason to end without one.
    if (await this.#isBackupDue()) await this.#makeBackup({ signal });
  }

  /** Writes what changed since the last sync to the disk. Called after the database is closed, too. */
  async sync(signal: AbortSignal): Promise<void> {
    const started = Date.now();
    // Files that are written after a clock was set back look older than they are.
    const since = started < this.#syncedUntil ? 0 : this.#syncedUntil;
    const complete = await syncFolder(this.#folder.cluster, since, signal);
    // Some file systems store times in whole seconds.
    if (complete) this.#syncedUntil = started - 2000;
  }

  async #runRound(): Promise<void> {
    try {
      await this.#maintain(AbortSignal.timeout(SYNC_LIMIT_MS));
      // A statement at a time, so that requests come in between.
      const run = (statement: string) => this.#exclusive((client) => client.query(statement));
      if (this.#folder.storage.state !== 'full') await analyseGrown(run);
      this.#failing = false;
      const request = this.#backup ? null : takeRequest(this.#folder);
      if (request !== null) this.#startRequested(request);
      else if (!this.#backup && performance.now() >= this.#nextBackup && (await this.#isBackupDue()))
        this.#startBackup();
    } catch (error) {
      if (!this.#failing) this.#folder.log.error({ err: error }, 'UPKEEP_FAILED: checkpoint or sync failed');
      this.#failing = true;
    }
  }

  async #maintain(signal: AbortSignal): Promise<void> {
    // A checkpoint on a full disk would abort the database.
    if (this.#folder.storage.state === 'full') return;
    const position = await this.#exclusive(async (client) => {
      const before = await walPosition(client);
      // A checkpoint removes parts of the log, which a backup needs until its end.
      if (before === this.#syncedPosition || this.#backup) return before;
      await client.query('checkpoint');
      return walPosition(client);
    });
    if (position === this.#syncedPosition) return;
    await this.sync(signal);
    if (!signal.aborted) this.#syncedPosition = position;
  }

  async #isBackupDue(): Promise<boolean> {
    // A disk that is almost full has no space for another archive.
    if (this.#folder.storage.state !== 'ok') return false;
    return (await backupAge(this.#folder)) > DAY_MS;
  }

  #startBackup(): void {
    this.#backup = this.#backUpBeside()
      .catch((error: unknown) => {
        this.#nextBackup = performance.now() + BACKUP_RETRY_MS;
        if (this.#stopped.signal.aborted) return;
        const message = 'BACKUP_FAILED: earlier backups are kept; the next attempt follows in an hour';
        this.#folder.log.error({ err: error }, message);
      })
      .finally(() => (this.#backup = null));
  }

  /** Makes the copy that `npm run backup` asked for. */
  #startRequested(id: string): void {
    this.#backup = this.#backUpBeside(true)
      .then(
        () => answerRequest(this.#folder, id, null),
        (error: unknown) =>
          answerRequest(this.#folder, id, error instanceof Error ? error.message : String(error)),
      )
      .catch((error: unknown) => this.#folder.log.error({ err: error }, 'a requested backup failed'))
      .finally(() => (this.#backup = null));
  }

  /** Makes a backup beside requests. The database's log grows meanwhile: it ends before the disk is full, however long it takes. */
  async #backUpBeside(isRequested = false): Promise<void> {
    const { signal } = this.#stopped;
    const assertSpace = () => {
      if (this.#folder.storage.state !== 'ok') throw new Error('its disk is almost full');
    };
    assertSpace();
    const pause = (ms: number) => {
      assertSpace();
      return delay(ms, undefined, { signal });
    };
    await this.#makeBackup({ signal, isRequested, pause });
  }

  async #makeBackup(options: BackupOptions): Promise<void> {
    const started = Date.now();
    const bytes = await writeBackup(this.#folder, this.#exclusive, options);
    this.#folder.log.info({ bytes, ms: Date.now() - started }, 'backup complete');
  }
}

async function walPosition(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  return rows[0]?.at ?? '';
}
