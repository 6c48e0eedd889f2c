import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../kernel/content-reply.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { FileStore, StoredObject } from './store.ts';

/** Bytes between two looks at the free space. */
const CHECK_BYTES = 16 * 1024 * 1024;
/** Bytes that are written at once. */
const BLOCK = 1024 * 1024;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Files in a folder. The embedded database may lie on the same disk, so its reserve stays free. */
export class FolderStore implements FileStore {
  readonly #root: string;
  readonly #reserveBytes: number;

  /** @param reserveBytes space that writing leaves free */
  constructor(root: string, reserveBytes: number) {
    this.#root = root;
    this.#reserveBytes = reserveBytes;
  }

  async write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#pathOf(key);
    const writing = join(this.#root, 'tmp', randomUUID());
    try {
      await mkdir(dirname(writing), { recursive: true, mode: 0o700 });
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const file = await open(writing, 'wx', 0o600);
      try {
        await this.#fill(file, content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(writing, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await rm(writing, { force: true }).catch(() => undefined);
      throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error))) ? full(error) : error;
    }
  }

  async read(key: string, range: ByteRange | null): Promise<Readable> {
    try {
      const file = await open(this.#pathOf(key), 'r');
      return file.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? notFound() : error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *list(tenantId: number): AsyncGenerator<StoredObject> {
    const folder = join(this.#root, String(tenantId));
    for (const part of await namesIn(folder)) {
      for (const name of await namesIn(join(folder, part))) {
        const key = `${tenantId}/${part}/${name}`;
        const found = await stat(this.#pathOf(key)).catch(() => null);
        if (found?.isFile()) yield { key, modifiedAt: found.mtime };
      }
    }
  }

  async sweep(before: Date): Promise<void> {
    const folder = join(this.#root, 'tmp');
    for (const name of await namesIn(folder)) {
      const found = await stat(join(folder, name)).catch(() => null);
      if (found && found.mtime < before) await rm(join(folder, name), { force: true });
    }
  }

  #pathOf(key: string): string {
    if (!/^\d+\/[0-9a-f]{2}\/[0-9a-f-]+$/.test(key)) throw new Error('no key of a file');
    return join(this.#root, key);
  }

  /** Writes in blocks, since a call of the file system for each packet would take longer than the disk. */
  async #fill(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#assertSpace(0);
    let unchecked = 0;
    let block: Uint8Array[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      if (size === 0) return;
      const bytes = block.length === 1 && block[0] ? block[0] : Buffer.concat(block);
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
      unchecked += size;
      block = [];
      size = 0;
      if (unchecked >= CHECK_BYTES) {
        unchecked = 0;
        await this.#assertSpace(0);
      }
    };
    for await (const chunk of content) {
      block.push(chunk);
      size += chunk.length;
      if (size >= BLOCK) await flush();
    }
    await flush();
  }

  async #assertSpace(bytes: number): Promise<void> {
    if (this.#reserveBytes === 0) return;
    const { bavail, bsize } = await statfs(this.#root);
    if (bavail * bsize - bytes < this.#reserveBytes) throw full();
  }
}

const full = (cause?: unknown): AppError => new AppError('INSUFFICIENT_STORAGE', { cause });

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** A new name is safe once its folder is; some file systems cannot sync folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch {
    // The file itself is synced.
  } finally {
    await folder.close();
  }
}
