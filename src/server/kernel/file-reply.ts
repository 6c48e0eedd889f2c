import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A handler's answer that is a file instead of an envelope. Its content is sent as it is made. */
export class FileReply {
  readonly name: string;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array | string>;

  constructor(name: string, type: string, content: AsyncIterable<Uint8Array | string>) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}

/** Signs that `encodeURIComponent` leaves and RFC 8187 does not allow in an extended parameter. */
const escaped = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** The header that names a file (RFC 6266): in ASCII for old clients, and as it is. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  // Encoding throws for half of a surrogate pair.
  const wellFormed = Buffer.from(name, 'utf8').toString('utf8');
  const exact = encodeURIComponent(wellFormed).replaceAll(/['()*]/g, escaped);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Sends a file as a download, which no browser renders. */
export function sendFile(reply: FastifyReply, { name, type, content }: FileReply): FastifyReply {
  return reply
    .code(200)
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', contentDisposition('attachment', name))
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }));
}
