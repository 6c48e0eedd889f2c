import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from './request.ts';
import { bearer, type TokenClaims } from './token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whose budget calls of the route use; absent: the person's, or the address's without a valid token. `itself`: the route
     * counts its calls.
     */
    budget?: 'provider' | 'itself' | 'none';
  }
}

/** Sessions known to have ended, whose tokens are still signed and not expired. */
const MAX_ENDED = 5000;

/**
 * Counts every call of every route, before its body is read. Only what names `budget: 'none'` is free, and what no route
 * has: files and pages of the client are the same for everybody and read no database.
 */
export function countCalls(app: FastifyInstance, kernel: Kernel, isInner: () => boolean): void {
  const ended = new Set<string>();
  const counted = new WeakMap<FastifyRequest, TokenClaims>();
  app.addHook('onRequest', async (request) => {
    const { budget } = request.routeOptions.config;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A call that another call makes is part of it.
    if (budget === 'none' || budget === 'itself' || (request.is404 && isRead) || isInner()) return;
    const { id: tenantId } = await kernel.tenants.byHost(request.hostname);
    if (budget === 'provider') return kernel.limits.countProvider(tenantId, request.ip);
    const claims = await claimsOf(kernel, request);
    if (claims?.tenantId !== tenantId || ended.has(claims.sessionId))
      return kernel.limits.countAddress(tenantId, request.ip);
    counted.set(request, claims);
    kernel.limits.countPerson(claims);
  });
  // Only the database knows that a session has ended. From then on its token is nobody's, so that a stranger who has it
  // cannot use up the person's budget.
  app.addHook('onResponse', async (request, reply: FastifyReply) => {
    const claims = counted.get(request);
    const { spec } = request.routeOptions.config;
    if (!claims || reply.statusCode !== 401 || spec?.access === 'public') return;
    if (ended.size >= MAX_ENDED) ended.clear();
    ended.add(claims.sessionId);
  });
}

/** Frees the routes of a scope from budgets: files of the build, and stand-ins of outside services, which this server calls itself. */
export function leaveUncounted(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, budget: 'none' };
  });
}

/** The claims of a call's token; null without a valid one. */
async function claimsOf(kernel: Kernel, request: FastifyRequest): Promise<TokenClaims | null> {
  const token = bearer(request.headers.authorization);
  return token === null ? null : kernel.tokens.verify(token).catch(() => null);
}
