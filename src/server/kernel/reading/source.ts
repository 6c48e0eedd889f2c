import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../content-reply.ts';

/** A file whose parts can be read in any order. */
export interface FileSource {
  bytes: number;
  /** @param to position after the last byte */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A file in memory. A part of it is a copy: of a view, the thread that reads would be sent the whole file with each part. */
export const sourceOf = (bytes: Uint8Array): FileSource => ({
  bytes: bytes.length,
  read: (from, to) => Promise.resolve(new Uint8Array(bytes.subarray(from, to))),
});

/** A file that is not in memory. @param open opens a part of it */
export const storedSource = (bytes: number, open: (range: ByteRange) => Promise<Readable>): FileSource => ({
  bytes,
  read: async (from, to) => buffer(await open({ start: from, end: to - 1 })),
});

/** Bytes that are read at once. */
export const PIECE = 256 * 1024;

/** Reads a part of a file from its beginning. */
export async function* piecesOf(source: FileSource, from = 0, to = source.bytes): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE) yield await source.read(at, Math.min(at + PIECE, to));
}
