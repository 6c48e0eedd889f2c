import type { FastifyInstance } from 'fastify';
import { leaveUncounted } from '../../server/kernel/count-calls.ts';
import type { Kernel } from '../../server/kernel/request.ts';
import { carryOverHttp } from './carry.ts';
import { customerRoutes } from './customer-routes.ts';
import { graphRoutes } from './graph-routes.ts';
import { SandboxProvider } from './provider.ts';
import { demoSandbox } from './settings.ts';

const WEBHOOK = '/adm/v2/sup/zap/webhook';
/** A host of the demo tenant `acme`, whose channel the sandbox is. */
const TENANT_HOST = 'localhost';

/** The provider of the demo profile at /dev/whatsapp, and the page of its customers at /dev/customer. */
export async function whatsappSandbox(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { accessToken, appSecret, verifyToken } = kernel.env.whatsApp;
  const provider = new SandboxProvider({
    accessToken: accessToken ?? demoSandbox.accessToken,
    appSecret: appSecret ?? demoSandbox.appSecret,
    verifyToken: verifyToken ?? demoSandbox.verifyToken,
    isTrusting: true,
    carry: carryOverHttp(() => `${ownAddress(app)}${WEBHOOK}`, TENANT_HOST),
  });
  app.addHook('preClose', async () => provider.close());
  await app.register(
    async (scope) => {
      leaveUncounted(scope);
      graphRoutes(scope, provider);
    },
    { prefix: '/dev/whatsapp' },
  );
  await app.register(
    async (scope) => {
      leaveUncounted(scope);
      customerRoutes(scope, provider, kernel);
    },
    { prefix: '/dev/customer' },
  );
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
