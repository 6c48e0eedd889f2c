import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendClientError } from './client-error.ts';

/** Bytes per second below which an upload counts as stalled. */
const LEAST_RATE = 1000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body does not arrive in time. A streamed upload may take as long as it needs while bytes arrive;
 * Node's own limit knows one time for all requests.
 */
export function limitBodyTime(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    // An injected request has no connection.
    if (raw.complete || !hasBody(request) || !(raw.socket instanceof Socket)) return;
    const isStream = request.routeOptions.config.spec?.upload?.kind === 'stream';
    let received = raw.socket.bytesRead;
    const check = (): void => {
      if (raw.complete || raw.socket.destroyed) return stop();
      const now = raw.socket.bytesRead;
      if (isStream && now - received >= (LEAST_RATE * ms) / 1000) {
        received = now;
        return;
      }
      stop();
      const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      sendClientError(error, raw.socket);
    };
    const timer = setInterval(check, ms).unref();
    const stop = (): void => clearInterval(timer);
    raw.once('end', stop);
    raw.once('close', stop);
  });
}
