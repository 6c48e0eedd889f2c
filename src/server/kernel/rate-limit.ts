import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { Kernel } from './request.ts';
import { bearer } from './token.ts';

/** Calls of a provider's address for one of another address: a thousand a second with the limits that are set by default. */
const PROVIDER_FACTOR = 20;

/**
 * Limits the calls per minute of each session, and of each address for calls without a valid token, so that one caller
 * cannot take the server from the others. Only API calls count.
 */
export async function limitRates(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { rateLimitSession, rateLimitAddress } = kernel.env;
  if (rateLimitSession === 0 && rateLimitAddress === 0) return;
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    max(_request, key) {
      const [kind] = key.split(':');
      const limit = kind === 'session' ? rateLimitSession : rateLimitAddress;
      return limit * (kind === 'provider' ? PROVIDER_FACTOR : 1) || Number.MAX_SAFE_INTEGER;
    },
    keyGenerator: (request) => budgetOf(kernel, request),
    allowList: (request) => !/^\/(adm|api)\//.test(request.url),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfter: ttl / 1000 }),
  });
}

/** The key of a call's budget. A token with a wrong signature counts for its address. */
async function budgetOf(kernel: Kernel, request: FastifyRequest): Promise<string> {
  if (request.routeOptions.config.spec?.frequent) return `provider:${request.ip}`;
  const token = bearer(request.headers.authorization);
  const claims = token === null ? null : await kernel.tokens.verify(token).catch(() => null);
  return claims ? `session:${claims.sessionId}` : `address:${request.ip}`;
}
