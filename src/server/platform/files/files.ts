import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { Env } from '../../env.ts';
import { AppError, notFound, ruleBroken } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import type { FileLimits, FileOwner, KernelFiles } from '../../kernel/kernel-files.ts';
import { storedSource, type FileSource } from '../../kernel/reading/source.ts';
import type { IncomingFile, ReceivedFile } from '../../kernel/upload-stream.ts';
import { HEAD_BYTES, isPicture, typeOf, typeOfContent } from './content-type.ts';
import { checkFileName, toFileName } from './file-name.ts';
import { encodePicture, PICTURE_BYTES, type PictureForm } from './pictures.ts';
import { FileReader, type FileReaderOptions } from './reader.ts';

const MB = 1_048_576;
/** Time after which a file that no record keeps is removed. */
export const UNKEPT_HOURS = 24;
/** Kind of the jobs that remove content after the change that removed its row. */
export const REMOVAL = 'file-removal';

export interface FilesOptions extends FileReaderOptions {
  env: Env;
}

/** Details of a file that are known once all of it is stored. */
interface Stored {
  type: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  /** Bytes of each thumbnail by its size. */
  thumbnails: Record<string, number>;
}

/** The files of all tenants: taking them in, keeping them for a record, and removing them. */
export class Files extends FileReader implements KernelFiles {
  readonly #env: Env;

  constructor(options: FilesOptions) {
    super(options);
    this.#env = options.env;
  }

  /** Limits of a person's uploads, for clients to check before they send. */
  async limits(db: TenantTransaction): Promise<{
    maxBytes: number;
    maxPictureBytes: number;
    quotaBytes: number | null;
    usedBytes: number;
  }> {
    const quota = this.#env.fileQuotaMb * MB;
    return {
      maxBytes: this.#env.fileMaxMb * MB,
      maxPictureBytes: PICTURE_BYTES,
      quotaBytes: quota === 0 ? null : quota,
      usedBytes: await usedBytes(db),
    };
  }

  /**
   * Stores a file while it arrives. It stays in quarantine, invisible to everybody, until `keep` is called in the transaction
   * of the change that it belongs to.
   * @throws AppError VALIDATION_FAILED, BODY_TOO_LARGE, RULE_BROKEN (quota), INSUFFICIENT_STORAGE, UNAVAILABLE
   */
  async receive(
    tenantId: number,
    userId: number | null,
    file: IncomingFile,
    limits: FileLimits,
  ): Promise<ReceivedFile> {
    const name = checkFileName(file.name);
    const begun = await this.#begin(tenantId, userId, name, limits.announced);
    return this.#complete(tenantId, begun, name, async () => {
      const { head, content } = await readHead(file.stream);
      if (head.length === 0) throw fileError('errors.file.empty');
      const type = await typeOf(name, file.type, head);
      if (limits.pictures && !isPicture(type)) throw fileError('errors.file.pictureType');
      return this.#store(begun, type, content, limits);
    });
  }

  /**
   * Stores a file of somebody else's server, in quarantine as `receive` does. Its name and its sender may say anything: the
   * content alone says the type, and what does not show one is only downloaded.
   * @param isDocument whether it is kept byte for byte also when it is a picture
   * @throws AppError as `receive`, but for a file that claims to be another type
   */
  async collect(
    tenantId: number,
    {
      name: given,
      content: whole,
      isDocument = false,
    }: { name: string; content: AsyncIterable<Uint8Array>; isDocument?: boolean },
    bytes: number,
  ): Promise<ReceivedFile> {
    const name = toFileName(given);
    const begun = await this.#begin(tenantId, null, name, 0);
    return this.#complete(tenantId, begun, name, async () => {
      const { head, content } = await readHead(whole);
      if (head.length === 0) throw fileError('errors.file.empty');
      return this.#store(begun, await typeOfContent(name, head), content, { bytes, isDocument });
    });
  }

  async #store(
    { key, left }: Begun,
    type: string,
    content: AsyncIterable<Uint8Array>,
    { bytes: most, pictures, isDocument }: Pick<FileLimits, 'bytes' | 'pictures'> & { isDocument?: boolean },
  ): Promise<Stored> {
    const isEncoded = isPicture(type) && !isDocument;
    const bytes = isEncoded ? Math.min(PICTURE_BYTES, most) : most;
    const counted = new Counted(content, [
      [bytes, () => tooLarge(bytes)],
      [left, () => this.#quotaError()],
    ]);
    if (isEncoded) return this.#storePicture(key, counted, pictures);
    await this.store.write(key, counted);
    return { type, ...counted.result(), width: null, height: null, thumbnails: {} };
  }

  /** Stores a file that the server makes, such as the result of a job, in quarantine as `receive` does. */
  async create(
    tenantId: number,
    userId: number | null,
    { name, type, content }: { name: string; type: string; content: AsyncIterable<Uint8Array | string> },
  ): Promise<ReceivedFile> {
    const begun = await this.#begin(tenantId, userId, name, 0);
    return this.#complete(tenantId, begun, name, async () => {
      const counted = new Counted(encoded(content), [[begun.left, () => this.#quotaError()]]);
      await this.store.write(begun.key, counted);
      return { type, ...counted.result(), width: null, height: null, thumbnails: {} };
    });
  }

  /** Opens a file for the server's own work, which checked the caller by itself. @throws AppError NOT_FOUND */
  async source(tenantId: number, id: number): Promise<FileSource> {
    const file = await this.transaction(tenantId, 'read', async (db) => {
      const { rows } = await sql<{ key: string; bytes: number }>`
        select key, bytes from file where id = ${id}`.execute(db);
      return rows[0];
    });
    if (!file) throw notFound();
    return storedSource(file.bytes, (range) => this.store.read(file.key, range));
  }

  /** Removes a file that is still in quarantine, with its content. */
  async discard(tenantId: number, { id }: Pick<ReceivedFile, 'id'>): Promise<void> {
    const key = await this.transaction(tenantId, 'write', async (db) => {
      const { rows } = await sql<{ key: string; sizes: string[] }>`
        delete from file where id = ${id} and state = 'quarantine'
        returning key, array(select jsonb_object_keys(thumbnails)) as sizes`.execute(db);
      return rows[0];
    });
    if (key) await this.removeContent(key.key, key.sizes);
  }

  /**
   * Keeps a received file, in the transaction of the change that it belongs to.
   * @param owner the record that it belongs to; without one the person who sent it can read it for a day, and attach it.
   * @param hours after which it is removed, where that is not for ever
   * @throws AppError RULE_BROKEN when the tenant's quota is used up
   */
  async keep(
    db: TenantTransaction,
    file: Pick<ReceivedFile, 'id' | 'isKept'>,
    owner: FileOwner | null,
    hours: number | null = owner ? null : UNKEPT_HOURS,
  ): Promise<void> {
    const { id } = file;
    file.isKept = true;
    const { rows } = await sql`
      update file set state = 'stored', owner_kind = ${owner?.kind ?? null}, owner_id = ${owner?.id ?? null},
        expires_at = now() + make_interval(hours => ${hours}::int)
      where id = ${id} and state = 'quarantine' returning id`.execute(db);
    if (rows.length === 0) throw new AppError('VALIDATION_FAILED', { message: 'errors.file.gone' });
    const quota = this.#env.fileQuotaMb * MB;
    if (quota > 0 && (await usedBytes(db)) > quota) throw this.#quotaError();
  }

  /**
   * Gives a file that a person uploaded before to a record, in the transaction that writes the record.
   * @throws AppError VALIDATION_FAILED for a file of another person, of another record, or that does not exist
   */
  async attach(db: TenantTransaction, userId: number, id: number, owner: FileOwner): Promise<void> {
    const { rows } = await sql`
      update file set owner_kind = ${owner.kind}, owner_id = ${owner.id}, expires_at = null
      where id = ${id} and state = 'stored' and owner_kind is null and created_by = ${userId}
        and (expires_at is null or expires_at > now())
      returning id`.execute(db);
    if (rows.length === 0) throw new AppError('VALIDATION_FAILED', { message: 'errors.file.gone' });
  }

  /** Removes the files of a record with the commit of the transaction. @param except a file that stays */
  async removeOf(db: TenantTransaction, owner: FileOwner, except?: number): Promise<void> {
    const { rows } = await sql<Removed>`
      delete from file where owner_kind = ${owner.kind} and owner_id = ${owner.id} and id <> ${except ?? 0}
      returning tenant_id as "tenantId", key, array(select jsonb_object_keys(thumbnails)) as sizes`.execute(
      db,
    );
    await this.#removeLater(db, rows);
  }

  /** Removes a file with the commit of the transaction. @returns whether there was one */
  async remove(db: TenantTransaction, id: number): Promise<boolean> {
    const { rows } = await sql<Removed>`
      delete from file where id = ${id}
      returning tenant_id as "tenantId", key, array(select jsonb_object_keys(thumbnails)) as sizes`.execute(
      db,
    );
    await this.#removeLater(db, rows);
    return rows.length > 0;
  }

  async #removeLater(db: TenantTransaction, rows: readonly Removed[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const objects = rows.map(({ key, sizes }) => ({ key, sizes }));
    await enqueue(db, first.tenantId, { kind: REMOVAL, payload: { objects } });
  }

  async #begin(tenantId: number, userId: number | null, name: string, announced: number): Promise<Begun> {
    const uuid = randomUUID();
    const key = `${tenantId}/${uuid.slice(0, 2)}/${uuid}`;
    return this.transaction(tenantId, 'write', async (db) => {
      const quota = this.#env.fileQuotaMb * MB;
      const left = quota === 0 ? Infinity : quota - (await usedBytes(db));
      if (left <= 0 || announced > left) throw this.#quotaError();
      const { rows } = await sql<{ id: number }>`
        insert into file (tenant_id, key, name, created_by, expires_at)
        values (${tenantId}, ${key}, ${name}, ${userId}, now() + make_interval(hours => ${UNKEPT_HOURS}))
        returning id`.execute(db);
      return { id: rows[0]!.id, key, left };
    });
  }

  /** Runs the work that stores the content, and notes its details; when it fails, nothing is left. */
  async #complete(
    tenantId: number,
    { id }: Begun,
    name: string,
    work: () => Promise<Stored>,
  ): Promise<ReceivedFile> {
    try {
      const { type, bytes, sha256, width, height, thumbnails } = await work();
      const stored = Object.values(thumbnails).reduce((sum, size) => sum + size, bytes);
      await this.transaction(tenantId, 'write', async (db) => {
        await sql`
          update file set type = ${type}, bytes = ${bytes}, stored_bytes = ${stored}, sha256 = ${sha256},
            width = ${width}, height = ${height}, thumbnails = ${JSON.stringify(thumbnails)}::jsonb
          where id = ${id}`.execute(db);
      });
      return { id, name, type, bytes, sha256, width, height };
    } catch (error) {
      // Files that the removal leaves are collected later.
      await this.discard(tenantId, { id }).catch(() => undefined);
      throw error;
    }
  }

  /** A picture is encoded again, so it waits in a folder until all of it is there. */
  async #storePicture(key: string, content: Counted, form: PictureForm = 'whole'): Promise<Stored> {
    const folder = join(this.#env.dataDir, 'files', 'tmp');
    const source = join(folder, randomUUID());
    const target = `${source}.out`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(source, { mode: 0o600 })).catch((error: unknown) => {
        const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
        throw isFull ? new AppError('INSUFFICIENT_STORAGE', { cause: error }) : error;
      });
      const { type, width, height, thumbnails } = await encodePicture(source, target, form);
      const counted = new Counted(createReadStream(target), []);
      for (const [size, bytes] of thumbnails) await this.store.write(`${key}-${size}`, once(bytes));
      await this.store.write(key, counted);
      const sizes = [...thumbnails].map(([size, bytes]): [string, number] => [String(size), bytes.length]);
      return { type, ...counted.result(), width, height, thumbnails: Object.fromEntries(sizes) };
    } catch (error) {
      await this.removeContent(key, ['512', '64']).catch(() => undefined);
      throw error;
    } finally {
      await Promise.all([source, target].map((path) => rm(path, { force: true })));
    }
  }

  #quotaError(): AppError {
    return ruleBroken('errors.file.quota', { params: { limit: this.#env.fileQuotaMb } });
  }
}

interface Begun {
  id: number;
  key: string;
  /** Bytes that the tenant's quota leaves. */
  left: number;
}

interface Removed {
  tenantId: number;
  key: string;
  sizes: string[];
}

async function usedBytes(db: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select bytes from file_usage`.execute(db);
  return rows[0]?.bytes ?? 0;
}

const fileError = (key: string): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: key,
    errors: [{ path: '/file', key }],
  });

const tooLarge = (bytes: number): AppError =>
  new AppError('BODY_TOO_LARGE', {
    message: 'errors.file.tooLarge',
    params: { limit: Math.floor(bytes / MB) },
  });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* encoded(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Reads the beginning of a file, and returns it with all of the content. */
async function readHead(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; content: AsyncIterable<Uint8Array> }> {
  const chunks = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(first);
  return {
    head: head.subarray(0, HEAD_BYTES),
    content: (async function* () {
      yield head;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })(),
  };
}

/** Counts and hashes content while it is read, and ends it at the first limit that it exceeds. */
class Counted implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #limits: readonly (readonly [bytes: number, error: () => AppError])[];
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(
    content: AsyncIterable<Uint8Array>,
    limits: readonly (readonly [bytes: number, error: () => AppError])[],
  ) {
    this.#content = content;
    this.#limits = limits;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#content) {
      this.#bytes += chunk.length;
      for (const [bytes, error] of this.#limits) if (this.#bytes > bytes) throw error();
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** After all of it was read. */
  result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
