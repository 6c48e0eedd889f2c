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

/** Sends a file as a download, which no browser renders. */
export function sendFile(reply: FastifyReply, { name, type, content }: FileReply): FastifyReply {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  return reply
    .code(200)
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }));
}
