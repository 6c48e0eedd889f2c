import type { FastifyInstance } from 'fastify';
import type { Env } from '../../env.ts';
import { carryOverHttp } from './carry.ts';
import { graphRoutes } from './graph-routes.ts';
import { SandboxProvider } from './provider.ts';
import { demoSandbox } from './settings.ts';

const WEBHOOK = '/adm/v2/sup/zap/webhook';
/** A host of the demo tenant `acme`, whose channel the sandbox is. */
const TENANT_HOST = 'localhost';

/** The provider of the demo profile at /dev/whatsapp. */
export async function whatsappSandbox(app: FastifyInstance, env: Env): Promise<void> {
  const { accessToken, appSecret, verifyToken } = env.whatsApp;
  const provider = new SandboxProvider({
    accessToken: accessToken ?? demoSandbox.accessToken,
    appSecret: appSecret ?? demoSandbox.appSecret,
    verifyToken: verifyToken ?? demoSandbox.verifyToken,
    carry: carryOverHttp(() => `${ownAddress(app)}${WEBHOOK}`, TENANT_HOST),
  });
  app.addHook('preClose', async () => provider.close());
  await app.register(async (scope) => graphRoutes(scope, provider), { prefix: '/dev/whatsapp' });
}

function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen yet');
  const everywhere = address.address === '::' || address.address === '0.0.0.0';
  const host = everywhere
    ? '127.0.0.1'
    : address.family === 'IPv6'
      ? `[${address.address}]`
      : address.address;
  return `http://${host}:${address.port}`;
}
