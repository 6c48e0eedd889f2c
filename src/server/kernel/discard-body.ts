import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of a refused body that are still taken, and for how long. */
const LIMITS = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Takes the rest of a body that is refused and throws it away. Closing a connection on somebody who still sends breaks it
 * under them before they read the answer; so it stays open until they are done, or until that is too much.
 */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  if (raw.complete) return;
  let taken = 0;
  const cut = (): void => void raw.destroy();
  const late = setTimeout(cut, LIMITS.ms).unref();
  raw.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > LIMITS.bytes) cut();
  });
  raw.once('close', () => clearTimeout(late));
  raw.resume();
}
