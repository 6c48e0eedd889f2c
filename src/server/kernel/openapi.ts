import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteSpec } from './contract.ts';
import { AppError } from './errors.ts';
import { authorize, type Kernel } from './request.ts';

/** The access of the API's description outside the demo profile, where an administrator's token is needed. */
const asAdministrator = { access: 'session', duringPasswordChange: false } as RouteSpec;

/** Molde's logo, equal to public/favicon.svg, which is missing without a built client. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1a2b3b" d="M4 2h24a2 2 0 0 1 2 2v26H2V4a2 2 0 0 1 2-2z"/><path fill="#fff" fill-opacity=".85" d="M16 6a9 9 0 0 0-9 9v15h18V15a9 9 0 0 0-9-9z"/><path fill="#26bcb3" d="M16 11a5 5 0 0 0-5 5v14h10V16a5 5 0 0 0-5-5z"/></svg>';

/** Serves OpenAPI 3.1 of the mounted routes at /docs/json and the reference page at /docs. Must precede the routes. */
export async function openapi(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Molde',
        version: '2',
        description: 'Every answer comes in the envelope {success, data, message}.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // BaseLayout has no address bar, which would load documents of other servers.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true, validatorUrl: null },
    theme: {
      title: 'Molde API',
      favicon: [{ filename: 'molde.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: logo }],
    },
    logo: { type: 'image/svg+xml', content: logo },
    uiHooks: {
      onRequest: async (request) => {
        if (/^\/docs\/(json|yaml)\b/.test(request.url)) await assertReader(kernel, request);
      },
    },
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url === '/docs' || request.url.startsWith('/docs/')) {
      // The reference page sets style attributes. Its scripts are files of this server.
      void reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
    }
  });
}

async function assertReader(kernel: Kernel, request: FastifyRequest): Promise<void> {
  if (kernel.env.profile === 'demo') return;
  const { caller, session } = await authorize(kernel, request, asAdministrator, 'read');
  await session.rollback();
  if (!caller?.grants.allScreens) throw new AppError('FORBIDDEN');
}
