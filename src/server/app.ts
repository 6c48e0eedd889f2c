import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import { sendClientError } from './kernel/client-error.ts';
import { clientFiles } from './kernel/client-files.ts';
import { AppError } from './kernel/errors.ts';
import { handleErrors, sendFailure } from './kernel/error-handler.ts';
import { parseJsonBodies } from './kernel/json-body.ts';
import { warnOfIgnoredForwarding, type IgnoredForwarding } from './kernel/forwarded-headers.ts';
import { metrics } from './kernel/metrics.ts';
import { mount } from './kernel/mount.ts';
import { openapi } from './kernel/openapi.ts';
import type { ResourceList } from './kernel/platform.ts';
import { limitRates } from './kernel/rate-limit.ts';
import { redact } from './kernel/redact.ts';
import type { Kernel } from './kernel/request.ts';
import { Tenants } from './kernel/tenants.ts';
import { Tokens } from './kernel/token.ts';
import { TotalCache } from './kernel/totals.ts';

/** JSON bodies, decisions.md. */
const BODY_LIMIT = 1_048_576;
/** The only form of a caller's request id that is taken over: what else stands there would reach the log. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Milliseconds from a request's first byte to its last one. */
const REQUEST_TIMEOUT_MS = 30_000;
const PROBES = new Set(['/healthz', '/readyz']);

export interface AppOptions {
  env: Env;
  database: Database;
  tokenSecret: Uint8Array;
  resources: ResourceList;
  /** The built client; null or a missing folder: API only. */
  clientFolder?: string | null;
  /** Where log lines go; the process's standard output when absent. */
  logTo?: { write(line: string): void };
  /** Milliseconds within which a request's headers and body must have arrived; 30,000 when absent. */
  requestTimeoutMs?: number;
  /** Receives, at most once an hour, a forwarded header that was ignored. */
  onIgnoredForwarding?: (ignored: IgnoredForwarding) => void;
}

/** The server without its process: what it listens on, and when it ends, is the caller's. */
export interface App {
  fastify: FastifyInstance;
  kernel: Kernel;
  /** From now on /readyz answers 503, so that a balancer sends no more. */
  failReadiness(): void;
}

/** Builds the server and waits until it is ready for `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { env, database, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const kernel: Kernel = {
    env,
    database,
    tokens: new Tokens(options.tokenSecret),
    tenants: new Tenants(database),
    totals: new TotalCache(),
  };
  const fastify = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    http: {
      // Node swaps the two when the timeout of the headers, 60 s unless set, is the longer one.
      headersTimeout: requestTimeoutMs,
      // Node looks for requests that are late every 30 s unless told otherwise.
      connectionsCheckingInterval: requestTimeoutMs / 30,
    },
    // Zero would keep stalled connections for ever; a proxy in front keeps its own for 60 s at most.
    keepAliveTimeout: 65_000,
    trustProxy: env.trustedProxies.length > 0 ? env.trustedProxies : false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : randomUUID();
    },
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: env.logLevel,
      hooks: { streamWrite: redact },
      ...(options.logTo ? { stream: options.logTo } : {}),
    },
    clientErrorHandler: sendClientError,
    frameworkErrors: (error, request, reply) => {
      sendFailure(new AppError('NOT_FOUND', { cause: error }), request, reply);
    },
  });
  fastify.removeContentTypeParser('text/plain');
  parseJsonBodies(fastify);
  handleErrors(fastify, kernel);
  logCalls(fastify);
  warnOfIgnoredForwarding(fastify, env.trustedProxies, options.onIgnoredForwarding ?? (() => undefined));

  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    frameguard: { action: 'deny' },
  });
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    // The host names the tenant: a proxy may have looked at the other one.
    const hosts = request.raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('VALIDATION_FAILED', { message: 'errors.twoHosts' });
    // Everything but liveness belongs to a tenant; readiness looks at the database first.
    if (!PROBES.has(request.routeOptions.url ?? '')) await kernel.tenants.byHost(request.hostname);
    if (request.url.startsWith('/adm/')) void reply.header('cache-control', 'no-store');
  });
  await fastify.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await limitRates(fastify, kernel);
  metrics(fastify, kernel);
  await openapi(fastify, kernel);
  const health = healthRoutes(fastify, kernel);
  mount(fastify, kernel, options.resources(kernel));
  await clientFiles(fastify, options.clientFolder ?? '/nonexistent');
  await fastify.ready();
  return { fastify, kernel, failReadiness: health.fail };
}

/** One line per API call, with the pattern of its route: addresses carry ids, names and tokens. */
function logCalls(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const facts = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
    };
    if (reply.statusCode >= 500) request.log.error(facts, 'call');
    else if (route.startsWith('/adm')) request.log.info(facts, 'call');
  });
}

function healthRoutes(fastify: FastifyInstance, kernel: Kernel): { fail(): void } {
  let unready = false;
  fastify.addHook('onSend', async (_request, reply) => {
    // The connection is about to end, so its owner must not send another call over it.
    if (unready) void reply.header('connection', 'close');
  });
  fastify.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  fastify.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (unready || !(await kernel.database.ping())) return reply.code(503).send({ status: 'not ready' });
    await kernel.tenants.byHost(request.hostname);
    return { status: 'ready' };
  });
  return {
    fail() {
      unready = true;
    },
  };
}
