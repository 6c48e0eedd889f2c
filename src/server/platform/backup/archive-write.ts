import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { tarEnd, tarHeader, tarPadding } from '../../db/tar.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { MANIFEST, type Manifest, type Part } from './manifest.ts';

/** Bytes of a list of parts. */
const LIST_BYTES = 1_048_576;

/** Makes the parts of an archive, and lists them with their hashes. */
export class PartWriter {
  readonly #lists: Part[] = [];
  #listed: string[] = [];
  #listedBytes = 0;

  async *part(name: string, bytes: Buffer): AsyncGenerator<Buffer> {
    yield tarHeader({ name, size: bytes.length, mode: 0o600 });
    yield bytes;
    yield tarPadding(bytes.length);
    yield* this.#note({ name, size: bytes.length, sha256: sha256(bytes) });
  }

  /**
   * A part whose size is announced. Content of another size is filled with zeros, or cut.
   * @param onEnd gets the hash of the content as it was read, and its size
   */
  async *stream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array>,
    onEnd: (sha256: string, size: number) => void,
  ): AsyncGenerator<Buffer> {
    yield tarHeader({ name, size, mode: 0o600 });
    const written = createHash('sha256');
    const found = createHash('sha256');
    let read = 0;
    let left = size;
    for await (const chunk of content) {
      read += chunk.length;
      found.update(chunk);
      const piece = Buffer.from(chunk.subarray(0, left));
      left -= piece.length;
      written.update(piece);
      if (piece.length > 0) yield piece;
    }
    while (left > 0) {
      const zeros = Buffer.alloc(Math.min(left, LIST_BYTES));
      left -= zeros.length;
      written.update(zeros);
      yield zeros;
    }
    yield tarPadding(size);
    onEnd(found.digest('hex'), read);
    yield* this.#note({ name, size, sha256: written.digest('hex') });
  }

  async *end(manifest: Omit<Manifest, 'lists'>): AsyncGenerator<Buffer> {
    yield* this.#writeList();
    const bytes = Buffer.from(JSON.stringify({ ...manifest, lists: this.#lists }, null, 1));
    yield tarHeader({ name: MANIFEST, size: bytes.length, mode: 0o600 });
    yield bytes;
    yield tarPadding(bytes.length);
    yield tarEnd;
  }

  async *#note(part: Part): AsyncGenerator<Buffer> {
    const line = listLine(part);
    this.#listed.push(line);
    this.#listedBytes += line.length;
    if (this.#listedBytes >= LIST_BYTES) yield* this.#writeList();
  }

  async *#writeList(): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(this.#listed.join(''));
    this.#listed = [];
    this.#listedBytes = 0;
    const name = `lists/${String(this.#lists.length + 1).padStart(6, '0')}.jsonl`;
    this.#lists.push({ name, size: bytes.length, sha256: sha256(bytes) });
    yield tarHeader({ name, size: bytes.length, mode: 0o600 });
    yield bytes;
    yield tarPadding(bytes.length);
  }
}

export const listLine = ({ name, size, sha256: hash }: Part): string =>
  `${JSON.stringify({ name, size, sha256: hash })}\n`;

/** Writes the bytes of an archive compressed, and encrypted with a passphrase, to a new file and the disk. */
export async function writeArchive(
  path: string,
  bytes: AsyncIterable<Buffer>,
  passphrase: string | null,
  signal: AbortSignal,
): Promise<void> {
  const compressed = createGzip({ level: 6 });
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  if (passphrase === null) return pipeline(Readable.from(bytes), compressed, file, { signal });
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const plain = Readable.toWeb(compressed) as globalThis.ReadableStream<Uint8Array>;
  const encrypted = await encrypter.encrypt(plain);
  await Promise.all([
    pipeline(Readable.from(bytes), compressed, { signal }),
    pipeline(Readable.fromWeb(encrypted as ReadableStream<Uint8Array>), file, { signal }),
  ]);
}
