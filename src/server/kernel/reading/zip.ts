import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { countProgress } from '../../threads/thread-work.ts';
import { fileLimits, FileRefusal } from './limits.ts';
import { piecesOf, type FileSource } from './source.ts';

/** A file in a ZIP file. */
export interface ZipEntry {
  isEncrypted: boolean;
  /** 0: as it is, 8: deflate. */
  method: number;
  crc: number;
  compressed: number;
  /** As the file says. */
  unpacked: number;
  /** Of its local header. */
  offset: number;
}

const damaged = (): FileRefusal => new FileRefusal('xlsx');

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Bytes of the end of the directory, with the longest comment and the locator before it. */
const TAIL = 22 + 65_535 + 20;
/** Bytes of the directory. 5,000 entries with the names of workbooks take a tenth of it. */
const DIRECTORY = 4 * 1024 * 1024;

/**
 * Reads which files a ZIP file has. The directory at its end counts, as it does for spreadsheets; what stands before a file
 * in the archive may say otherwise.
 * @throws FileRefusal
 */
export async function readZip(source: FileSource): Promise<ReadonlyMap<string, ZipEntry>> {
  const { count, size, offset } = await findDirectory(source);
  if (count > fileLimits.entries || size > DIRECTORY)
    throw new FileRefusal('limit.entries', { limit: fileLimits.entries });
  if (offset + size > source.bytes) throw damaged();
  const bytes = Buffer.from(await source.read(offset, offset + size));
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    const names = bytes.readUInt16LE(at + 28);
    const extras = bytes.readUInt16LE(at + 30);
    const next = at + 46 + names + extras + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw damaged();
    const name = bytes.toString('utf8', at + 46, at + 46 + names);
    const entry = wide(bytes.subarray(at + 46 + names, at + 46 + names + extras), {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    // Readers would differ in which of two files of one name they take.
    if (entries.has(name)) throw damaged();
    entries.set(name, entry);
    at = next;
  }
  return entries;
}

async function findDirectory(source: FileSource): Promise<{ count: number; size: number; offset: number }> {
  const from = Math.max(0, source.bytes - TAIL);
  const tail = Buffer.from(await source.read(from, source.bytes));
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isWide = found.count === 0xffff || found.size === 0xffffffff || found.offset === 0xffffffff;
    if (!isWide) return found;
    if (at < 20 || tail.readUInt32LE(at - 20) !== LOCATOR_64) return found;
    const where = Number(tail.readBigUInt64LE(at - 12));
    if (where + 56 > source.bytes) throw damaged();
    const end = Buffer.from(await source.read(where, where + 56));
    if (end.readUInt32LE(0) !== END_64) throw damaged();
    return {
      count: Number(end.readBigUInt64LE(32)),
      size: Number(end.readBigUInt64LE(40)),
      offset: Number(end.readBigUInt64LE(48)),
    };
  }
  throw damaged();
}

/** Sizes and place of an entry that stand in its extra field of ZIP64, as some programs always write them. */
function wide(extra: Buffer, entry: ZipEntry): ZipEntry {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== 1) {
      at = end;
      continue;
    }
    let field = at + 4;
    const read = (value: number): number => {
      if (value !== 0xffffffff) return value;
      if (field + 8 > Math.min(end, extra.length)) throw damaged();
      field += 8;
      return Number(extra.readBigUInt64LE(field - 8));
    };
    const unpacked = read(entry.unpacked);
    const compressed = read(entry.compressed);
    return { ...entry, unpacked, compressed, offset: read(entry.offset) };
  }
  return entry;
}

/**
 * Unpacks a file, a piece at a time, in constant memory.
 * @throws FileRefusal for one that is damaged, encrypted, or far larger than it is packed
 */
export async function* unpack(source: FileSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { isEncrypted, method, compressed, offset } = entry;
  if (isEncrypted) throw new FileRefusal('encrypted');
  if ((method !== 0 && method !== 8) || offset + 30 > source.bytes) throw damaged();
  const local = Buffer.from(await source.read(offset, offset + 30));
  if (local.readUInt32LE(0) !== LOCAL) throw damaged();
  const from = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (from + compressed > source.bytes) throw damaged();
  const packed = piecesOf(source, from, from + compressed);
  let size = 0;
  let crc = 0;
  for await (const piece of method === 0 ? packed : inflated(packed)) {
    countProgress();
    size += piece.length;
    crc = crc32(piece, crc);
    if (size > fileLimits.ratioFrom && size > compressed * fileLimits.ratio)
      throw new FileRefusal('limit.ratio', { limit: fileLimits.ratio });
    if (size > entry.unpacked) throw damaged();
    yield piece;
  }
  if (size !== entry.unpacked || crc !== entry.crc) throw damaged();
}

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const input = Readable.from(packed);
  input.on('error', (error) => inflate.destroy(error));
  input.pipe(inflate);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isBroken ? damaged() : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}
