import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Test support: forms with files, and pictures made by hand. */

export interface Part {
  field?: string;
  name?: string;
  type?: string;
  content: Buffer | string;
}

/** Encodes a form; a part without a name is a field. */
export function formOf(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const chunks = parts.flatMap(({ field = 'file', name, type, content }) => [
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([...chunks, Buffer.from('--b--\r\n')]),
  };
}

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of one grey, with a text chunk as metadata. */
export function png(width: number, height: number, text = 'Author\0Secret'): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height, 0x55);
  for (let line = 0; line < height; line += 1) lines[line * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(text)),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
