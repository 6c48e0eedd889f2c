import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sendClientError } from './client-error.ts';
import { trustedAddresses } from './forwarded-headers.ts';
import { networkOf } from './rate-limits.ts';

/** Functions that end the count of a connection for its address. */
const counted = new WeakMap<Socket, () => void>();

/** Ends the count of a connection for its address: from now on it counts for the person who opened it. */
export function releaseConnection(socket: Socket): void {
  counted.get(socket)?.();
}

interface Limits {
  /** Connections that an address may have at a time; 0: no limit. */
  perAddress: number;
  /** Addresses and networks whose connections are those of everybody. */
  trustedProxies: readonly string[];
  /** Milliseconds after which an answer is given up of which its reader takes nothing. */
  readerMs: number;
}

/**
 * Bounds what strangers hold by connections that send or read slowly: an address has so many at a time, whatever they do, and
 * an answer of which nothing is taken ends with its connection. A client that takes it slowly gets all of it.
 */
export function limitConnections(
  app: FastifyInstance,
  { perAddress, trustedProxies, readerMs }: Limits,
): void {
  const isTrusted = trustedAddresses(trustedProxies);
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (perAddress === 0 || remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const before = open.get(network) ?? 0;
    if (before >= perAddress) {
      const error = Object.assign(new Error('too many connections'), { code: 'TOO_MANY_CONNECTIONS' });
      return sendClientError(error, socket);
    }
    open.set(network, before + 1);
    const release = (): void => {
      if (!counted.delete(socket)) return;
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    };
    counted.set(socket, release);
    socket.once('close', release);
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    // An injected request has no connection.
    if (!(socket instanceof Socket)) return;
    // Node waits as long again while the system takes bytes of the answer, and calls back when nothing happened at all.
    const watch = (): void => void reply.raw.setTimeout(readerMs);
    reply.raw.on('timeout', () => (socket.writableLength > 0 ? socket.destroy() : watch()));
    watch();
  });
}
