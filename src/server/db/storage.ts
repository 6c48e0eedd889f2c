import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFull } from './database-errors.ts';
import type { Log } from './log.ts';

/** 'low': warnings; 'full': writes are refused. */
export type StorageState = 'ok' | 'low' | 'full';

const CHECK_MS = 1000;
/** Duration of 'full' after the database could not write, although the file system reports free space (a quota). */
const REFUSED_MS = 30_000;
const CHUNK = 1_048_576;
/** The state becomes 'low' below this multiple of the reserve. */
export const LOW_STORAGE = 8;
/** A state is left only at this multiple of its limit, so that it does not change back and forth. */
const HYSTERESIS = 1.25;

export interface StorageOptions {
  /** Free space below which writes are refused, and size of the reserve file; 0 turns both off. */
  reserveBytes: number;
  /** True if the folder contains the database: then a full disk refuses writes, and the reserve file is kept. */
  holdsDatabase: boolean;
}

/**
 * Watches the free space of the data folder. An embedded database that meets a full disk aborts, and needs space to start
 * again. So writes are refused before the disk is full, and a file of random bytes occupies a reserve that the database
 * gets if other programs fill the disk.
 */
export class Storage {
  readonly holdsDatabase: boolean;
  readonly #folder: string;
  readonly #reserveBytes: number;
  readonly #log: Log;
  #state: StorageState = 'ok';
  #freeBytes = 0;
  #hasReserve = false;
  #refusedUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(folder: string, { reserveBytes, holdsDatabase }: StorageOptions, log: Log) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
    this.holdsDatabase = holdsDatabase;
    this.#log = log;
  }

  get state(): StorageState {
    return this.#state;
  }

  /** Free space for this process in bytes, as of the last check. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** True while the server answers writes with 507. */
  get refusesWrites(): boolean {
    return this.holdsDatabase && this.#state === 'full';
  }

  /** Checks now, then every second. */
  async watch(): Promise<void> {
    this.#checking = this.#check().catch(() => undefined);
    await this.#checking;
    if (!this.#closed) this.#timer = setTimeout(() => void this.watch(), CHECK_MS).unref();
  }

  /** Called when the database reported a full disk. */
  reportFull(): void {
    this.#refusedUntil = performance.now() + REFUSED_MS;
    this.#change('full');
  }

  /**
   * Gives the reserve to the database, which failed for lack of space, by deleting the file. The file is written again when
   * there is space.
   * @param reason why the database failed; nothing is done if the disk is not full.
   * @returns whether there was a reserve to give.
   */
  async releaseReserve(reason: unknown): Promise<boolean> {
    if (reason instanceof StorageFull) this.reportFull();
    else await this.#measure().catch(() => undefined);
    if (!this.#hasReserve || (this.#state !== 'full' && this.#freeBytes >= this.#reserveBytes)) return false;
    this.#hasReserve = false;
    await rm(this.#reserveFile, { force: true });
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#checking;
  }

  get #reserveFile(): string {
    return join(this.#folder, 'reserve');
  }

  async #check(): Promise<void> {
    await this.#measure();
    if (this.holdsDatabase && !this.#hasReserve) {
      this.#hasReserve = await this.#createReserve();
      await this.#measure();
    }
    // A lack of space that is visible here is also over as soon as it is no longer visible.
    if (this.#freeBytes < this.#reserveBytes) this.#refusedUntil = 0;
    if (!this.#closed) this.#change(this.#stateNow());
  }

  async #measure(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    this.#freeBytes = bavail * bsize;
  }

  #stateNow(): StorageState {
    const below = (limit: number, left: boolean) => this.#freeBytes < limit * (left ? 1 : HYSTERESIS);
    const lacksReserve = this.holdsDatabase && !this.#hasReserve;
    if (lacksReserve || performance.now() < this.#refusedUntil) return 'full';
    if (below(this.#reserveBytes, this.#state !== 'full')) return 'full';
    return below(LOW_STORAGE * this.#reserveBytes, this.#state === 'ok') ? 'low' : 'ok';
  }

  #change(state: StorageState): void {
    if (state === this.#state) return;
    this.#state = state;
    const facts = { folder: this.#folder, freeMb: Math.floor(this.#freeBytes / 1_000_000) };
    if (state === 'ok') this.#log.info(facts, 'STORAGE_OK: enough disk space is free');
    else if (state === 'low') this.#log.warn(facts, 'STORAGE_LOW: the disk of DATA_DIR is almost full');
    else if (this.holdsDatabase)
      this.#log.error(facts, 'STORAGE_FULL: writes are refused until disk space of DATA_DIR is freed');
    else this.#log.error(facts, 'STORAGE_FULL: no disk space is left in DATA_DIR or for the database');
  }

  /** Random bytes, because a file system that compresses stores zeros without space. */
  async #createReserve(): Promise<boolean> {
    const size = this.#reserveBytes;
    if (size === 0) return rm(this.#reserveFile, { force: true }).then(() => true);
    const found = await stat(this.#reserveFile).catch(() => null);
    if (found?.size === size) return true;
    if (this.#freeBytes < size * (1 + HYSTERESIS)) return false;
    const writing = `${this.#reserveFile}.new`;
    try {
      const file = await open(writing, 'w', 0o600);
      try {
        const chunk = randomBytes(Math.min(CHUNK, size));
        for (let at = 0; at < size; at += chunk.length)
          await file.write(chunk, 0, Math.min(chunk.length, size - at));
      } finally {
        await file.close();
      }
      await rename(writing, this.#reserveFile);
      return true;
    } catch {
      await rm(writing, { force: true });
      return false;
    }
  }
}
