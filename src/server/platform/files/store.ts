import type { Readable } from 'node:stream';
import type { ByteRange } from '../../kernel/content-reply.ts';

/** An object of a store, as a listing names it. */
export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/**
 * Where the content of files lies: objects under keys, which are written once and never changed. Keys are made by `Files`:
 * `{tenant}/{two letters}/{uuid}`, with `-{size}` for a thumbnail.
 */
export interface FileStore {
  /**
   * Writes an object. It exists only once all of it is safe on the disk, or the service confirmed it; when writing fails,
   * nothing is left.
   * @throws AppError INSUFFICIENT_STORAGE, UNAVAILABLE, and what `content` throws
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens an object or a part of it. @throws AppError NOT_FOUND, UNAVAILABLE */
  read(key: string, range: ByteRange | null): Promise<Readable>;
  /** Removes an object; one that does not exist counts as removed. */
  remove(key: string): Promise<void>;
  /** Lists the objects of a tenant. */
  list(tenantId: number): AsyncIterable<StoredObject>;
  /** Removes what interrupted writes left behind before a time. */
  sweep(before: Date): Promise<void>;
}
