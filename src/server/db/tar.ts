const BLOCK = 512;
const NAME_BYTES = 100;
/** Largest number that the seven octal digits of an owner's field hold. */
const MAX_OWNER = 0o7777777;

/** Largest size that eleven octal digits hold. */
const MAX_SIZE = 0o77777777777;

export interface TarEntry {
  /** Relative path; a folder's one ends with a slash. */
  name: string;
  size: number;
  mode: number;
}

/** Returns the header of a file or folder in a tar archive: POSIX ustar, with GNU's extension for names over 100 bytes. */
export function tarHeader(entry: TarEntry): Buffer {
  const type = entry.name.endsWith('/') ? '5' : '0';
  const name = Buffer.from(entry.name);
  if (name.length <= NAME_BYTES) return header(name, entry.size, entry.mode, type);
  const size = name.length + 1;
  return Buffer.concat([
    header(Buffer.from('././@LongLink'), size, 0, 'L'),
    name,
    Buffer.alloc(1),
    tarPadding(size),
    header(name.subarray(0, NAME_BYTES), entry.size, entry.mode, type),
  ]);
}

/** Returns the zeros that fill the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The two empty blocks at the end of an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

/** The owner is the account of this process, so that an archive unpacked by root belongs to it. */
function header(name: Buffer, size: number, mode: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    block.write(value.toString(8).padStart(width - 1, '0'), at);
  const owner = (id = 0) => (id > MAX_OWNER ? 0 : id);
  name.copy(block);
  octal(mode, 100, 8);
  octal(owner(process.getuid?.()), 108, 8);
  octal(owner(process.getgid?.()), 116, 8);
  if (size <= MAX_SIZE) octal(size, 124, 12);
  else {
    // GNU's extension: the first bit set, then the number in binary.
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  octal(Math.floor(Date.now() / 1000), 136, 12);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
