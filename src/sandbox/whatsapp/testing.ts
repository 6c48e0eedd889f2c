import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { carryOverHttp } from './carry.ts';
import { graphRoutes } from './graph-routes.ts';
import { SandboxProvider, type ProviderOptions } from './provider.ts';

/** Test support: the sandbox provider on a port of its own. */
export interface Sandbox {
  /** The base address of the API, without a slash at its end. */
  address: string;
  provider: SandboxProvider;
  close(): Promise<void>;
}

export interface SandboxOptions extends Omit<ProviderOptions, 'carry'> {
  /** Address of the webhook, or a function that is asked for each request. */
  webhookUrl: string | (() => string);
  /** Host header of the webhooks, which names the tenant. */
  host?: string;
}

export async function startSandbox({
  webhookUrl,
  host = 'localhost',
  ...options
}: SandboxOptions): Promise<Sandbox> {
  const address = typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl;
  const provider = new SandboxProvider({
    pace: { sent: 0, delivered: 0 },
    ...options,
    carry: carryOverHttp(address, host),
  });
  const app = Fastify({ forceCloseConnections: true });
  await app.register(async (scope) => graphRoutes(scope, provider));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    provider,
    async close() {
      provider.close();
      await app.close();
    },
  };
}
