import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from './sign-in.mjs';

/** A list that a person of another tenant asks for while something is measured. */
const list = '/adm/v2/sec/user?page=1&perPage=50';

/**
 * Sends a call to a tenant, whose host no name server knows.
 * @returns {Promise<{ status: number, text: string }>}
 */
export function callHost(serverUrl, host, { method, path, authorization, body, type = 'application/json' }) {
  const { port } = new URL(serverUrl);
  return new Promise((resolve, reject) => {
    const headers = {
      host: `${host}:${port}`,
      ...(authorization && { authorization }),
      ...(body && { 'content-type': type }),
    };
    // Each tenant calls from an address of its own.
    const localAddress = host === 'localhost' ? '127.0.0.1' : '127.0.0.2';
    const sent = request({ hostname: '127.0.0.1', localAddress, port, method, path, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part) => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A person of the demo's second tenant, who asks for a list at a steady rate. */
export class Neighbour {
  #url;
  #authorization;
  #everyMs;

  constructor(url, authorization, everyMs) {
    this.#url = url;
    this.#authorization = authorization;
    this.#everyMs = everyMs;
  }

  /** Signs the person in. */
  static async enter(url, everyMs = 100) {
    const original = globalThis.fetch;
    globalThis.fetch = async (address, { method, body }) => {
      const { text } = await callHost(url, 'beta.localhost', {
        method,
        path: new URL(address).pathname,
        body,
      });
      return { json: async () => JSON.parse(text) };
    };
    try {
      return new Neighbour(url, `Bearer ${await signIn(url)}`, everyMs);
    } finally {
      globalThis.fetch = original;
    }
  }

  /** Calls until the signal. @returns {Promise<number[]>} the milliseconds of each call, in order of their length */
  async callUntil(signal) {
    const times = [];
    const pending = [];
    while (!signal.aborted) {
      pending.push(this.#time(times));
      await delay(this.#everyMs);
    }
    await Promise.all(pending);
    return times.toSorted((one, other) => one - other);
  }

  async #time(times) {
    const began = performance.now();
    const call = { method: 'GET', path: list, authorization: this.#authorization };
    const { status, text } = await callHost(this.#url, 'beta.localhost', call);
    if (status !== 200) throw new Error(`the neighbour got ${status}: ${text}`);
    times.push(performance.now() - began);
  }
}
