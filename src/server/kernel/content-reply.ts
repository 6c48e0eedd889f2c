import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { contentDisposition } from './file-reply.ts';

/** First and last byte of a part of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A stored file as an answer: its size and hash are known, so that parts of it can be asked for. */
export class ContentReply {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Identifies the content, which never changes under one tag. */
  readonly tag: string;
  readonly disposition: 'inline' | 'attachment';
  /** The address changes with the content, so that a browser need not ask again. */
  readonly isLasting: boolean;
  /** Opens the content, or a part of it, after the transaction has ended. */
  readonly open: (range: ByteRange | null) => Promise<Readable>;

  constructor({
    name,
    type,
    bytes,
    tag,
    disposition,
    isLasting = false,
    open,
  }: Omit<ContentReply, 'isLasting'> & { isLasting?: boolean }) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    this.tag = tag;
    this.disposition = disposition;
    this.isLasting = isLasting;
    this.open = open;
  }
}

/**
 * Reads a Range header. Several ranges, another unit and what is no range count as none, as RFC 9110 allows; a part of a
 * file is an optimisation.
 */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

/**
 * Sends a stored file: whole, a part of it, or nothing when the client has it. A browser neither guesses its type nor lets it
 * run anything, also when it is opened by itself.
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: ContentReply,
): Promise<FastifyReply> {
  const { bytes } = content;
  const etag = `"${content.tag}"`;
  void reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', content.isLasting ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    .header('vary', 'authorization');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const isCurrent = condition === undefined || condition === etag;
  const range = isCurrent ? rangeOf(request.headers.range, bytes) : null;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('RANGE_NOT_SATISFIABLE');
  }
  const length = range ? range.end - range.start + 1 : bytes;
  const stream = request.method === 'HEAD' ? Readable.from([]) : await content.open(range);
  if (range) void reply.header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply
    .code(range ? 206 : 200)
    .type(content.type)
    .header('content-length', length)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', contentDisposition(content.disposition, content.name))
    .send(stream);
}
