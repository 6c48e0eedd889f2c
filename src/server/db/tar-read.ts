const BLOCK = 512;

/** An entry of an archive while it is read. */
export interface ReadEntry {
  /** Relative path; a folder's one ends with a slash. */
  name: string;
  size: number;
  /** All of the content must be read before the next entry is. */
  content: AsyncIterable<Buffer>;
}

/** The bytes are no tar archive, or not all of one. */
export class TarError extends Error {}

/** Reads a tar archive as `tar.ts` writes it, in constant memory. @throws TarError */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const source = new ByteSource(bytes);
  try {
    yield* readEntries(source);
  } finally {
    await source.close();
  }
}

async function* readEntries(source: ByteSource): AsyncGenerator<ReadEntry> {
  let longName: string | null = null;
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return source.drain();
    const header = parseHeader(block);
    if (header.type === 'L') {
      const name = await source.take(header.size);
      longName = name.subarray(0, -1).toString();
      await source.take(paddingOf(header.size));
      continue;
    }
    const reading = { left: header.size };
    yield { name: longName ?? header.name, size: header.size, content: contentOf(source, reading) };
    longName = null;
    if (reading.left > 0) throw new Error('the content of an entry was not read');
    await source.take(paddingOf(header.size));
  }
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

async function* contentOf(source: ByteSource, reading: { left: number }): AsyncGenerator<Buffer> {
  while (reading.left > 0) {
    const piece = await source.some(reading.left);
    reading.left -= piece.length;
    yield piece;
  }
}

function parseHeader(block: Buffer): { name: string; size: number; type: string } {
  const text = (at: number, width: number): string => {
    const field = block.subarray(at, at + width);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? width : end).toString();
  };
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 8), 8) !== sum) throw new TarError('a header is damaged');
  const size = (block[124] ?? 0) & 0x80 ? Number(block.readBigUInt64BE(128)) : parseInt(text(124, 12), 8);
  return { name: text(0, 100), size, type: text(156, 1) };
}

/** Takes numbers of bytes from chunks of any size. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = size; left > 0;) {
      const piece = await this.some(left);
      left -= piece.length;
      pieces.push(piece);
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  /** Returns at least one byte. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new TarError('it ends too early');
      this.#rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Reads to the end, so that checks behind the archive, such as that of a compression, take place. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
