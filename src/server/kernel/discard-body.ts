import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of a refused body that are read, and for how long. */
const LIMITS = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Reads the rest of a refused body and discards it. A client that still sends when the connection closes gets a broken
 * connection instead of the answer, so it stays open until the body is complete or exceeds the limits.
 */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  if (raw.complete) return;
  let received = 0;
  const abort = (): void => void raw.destroy();
  const timer = setTimeout(abort, LIMITS.ms).unref();
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > LIMITS.bytes) abort();
  });
  raw.once('close', () => clearTimeout(timer));
  raw.resume();
}
