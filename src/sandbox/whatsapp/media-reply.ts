import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Media } from './media.ts';
import type { SandboxProvider } from './provider.ts';

const CHUNK = Buffer.alloc(64 * 1024, 0x4d);
const CHUNK_PAUSE_MS = 20;

/** Answers the bytes of a media address, with the trouble that is switched on. */
export async function sendBytes(
  provider: SandboxProvider,
  media: Media | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!media) return reply.code(404).type('text/plain').send('Not Found');
  const trouble = provider.takeMediaTrouble();
  if (trouble === '503') return reply.code(503).type('text/plain').send('Service Unavailable');
  if (trouble === '404') return reply.code(404).type('text/plain').send('Not Found');
  if (trouble === 'endless') return sendForEver(reply, media.type);
  if (trouble === 'short') {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': media.type, 'content-length': media.bytes.length });
    reply.raw.write(media.bytes.subarray(0, Math.floor(media.bytes.length / 2)));
    request.raw.socket.destroySoon();
    return reply;
  }
  // Another type than the file has, and other bytes than the type promises.
  if (trouble === 'mime')
    return reply
      .header('x-no-compression', '1')
      .type('image/png')
      .send(Buffer.from('<!doctype html><script>alert(document.domain)</script>'));
  return reply.header('x-no-compression', '1').type(media.type).send(media.bytes);
}

/** Bytes without end, until the caller has enough. */
async function sendForEver(reply: FastifyReply, type: string): Promise<FastifyReply> {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': type });
  while (!reply.raw.destroyed && !reply.raw.closed) {
    reply.raw.write(CHUNK);
    await delay(CHUNK_PAUSE_MS, undefined, { ref: false });
  }
  return reply;
}
