import { request } from 'node:http';
import type { Carry } from './webhook.ts';

const PATIENCE_MS = 20_000;

/**
 * Carries webhooks over HTTP.
 * @param address of the webhook; asked for each request, since a port of 0 is known after listening
 * @param host that names the tenant, whatever the address is
 */
export function carryOverHttp(address: () => string, host: string): Carry {
  // Async, so that an address which is not known yet is a webhook without an answer.
  return async ({ method, query, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body ? { 'content-length': String(body.length) } : {};
      const outgoing = request(
        `${address()}${query}`,
        { method, headers: { ...headers, ...length, host }, timeout: PATIENCE_MS },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('the webhook does not answer')));
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
}
