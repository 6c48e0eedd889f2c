import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import type { Storage } from './db/storage.ts';
import { outbox } from '../sandbox/demo/outbox.ts';
import { whatsappSandbox } from '../sandbox/whatsapp/sandbox.ts';
import type { Env } from './env.ts';
import { limitBodyTime } from './kernel/body-time-limit.ts';
import { sendClientError } from './kernel/client-error.ts';
import { clientFiles } from './kernel/client-files.ts';
import { AppError } from './kernel/errors.ts';
import { handleErrors, sendFailure } from './kernel/error-handler.ts';
import { housekeeping } from './kernel/housekeeping.ts';
import type { Resource } from './kernel/contract.ts';
import type { JobSpec } from './kernel/job.ts';
import { parseJsonBodies } from './kernel/json-body.ts';
import { warnOfIgnoredForwarding, type IgnoredForwarding } from './kernel/forwarded-headers.ts';
import { metrics } from './kernel/metrics.ts';
import { mount } from './kernel/mount.ts';
import { openapi } from './kernel/openapi.ts';
import type { JsonObject } from '../contracts/json.ts';
import { yieldBetweenEvaluations } from '../engine/core/index.ts';
import type { DefinitionPlatform } from './domains/definitions/index.ts';
import { openPublished } from './domains/definitions/publication/published.ts';
import { limitConnections } from './kernel/connections.ts';
import { countCalls } from './kernel/count-calls.ts';
import { RateLimits } from './kernel/rate-limits.ts';
import { redact } from './kernel/redact.ts';
import type { Kernel } from './kernel/request.ts';
import { remoteContent } from './kernel/remote-content.ts';
import { Tenants } from './kernel/tenants.ts';
import { Tokens } from './kernel/token.ts';
import { TotalCache } from './kernel/totals.ts';
import { deferUploads } from './kernel/upload.ts';
import { realtime } from './realtime/route.ts';
import { openFiles } from './platform/files/open-files.ts';
import type { Secrets } from './platform/secrets/secrets.ts';

/** Bytes of a JSON body. */
const BODY_LIMIT = 1_048_576;
/** Form of a caller's request id. Any other text is replaced, since the id reaches the log. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Milliseconds from a request's first byte to its last one. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Times as long as that an answer waits for a reader: the system takes bytes in steps of up to a megabyte, as they are read. */
const READER_SHARE = 4;
const PROBES = new Set(['/healthz', '/readyz']);

/** Creates all resources, in the order in which they are mounted. */
export type ResourceList = (platform: DefinitionPlatform) => Resource[];

export interface AppOptions {
  env: Env;
  database: Database;
  /** Free space of the data folder; not watched when absent. */
  storage?: Storage;
  tokenSecret: Uint8Array;
  secrets: Secrets;
  resources: ResourceList;
  /** Folder of the built client. Null, or a folder that does not exist: API only. */
  clientFolder?: string | null;
  /** Receives the log lines; standard output when absent. */
  logTo?: { write(line: string): void };
  /** Milliseconds within which a request's headers and body must have arrived, by which other limits of connections go; 30,000 when absent. */
  requestTimeoutMs?: number;
  /** Monotonic milliseconds, by which calls are counted; the process's own when absent. */
  clock?: () => number;
  /** Receives, at most once an hour, a forwarded header that was ignored. */
  onIgnoredForwarding?: (ignored: IgnoredForwarding) => void;
}

/** The server without its process. The caller makes it listen and closes it. */
export interface App {
  fastify: FastifyInstance;
  kernel: Kernel & DefinitionPlatform;
  /** The kinds of jobs, for the worker of the process. */
  jobs: JobSpec[];
  /** Makes /readyz answer 503, so that a load balancer sends no more requests. */
  failReadiness(): void;
}

/** Builds the server and waits until it is ready for `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { env, database, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  /** Set while a route calls another one. */
  const inner = new AsyncLocalStorage<true>();
  const kernel: App['kernel'] = {
    env,
    database,
    storage: options.storage ?? null,
    limits: new RateLimits(env.rateLimits, options.clock),
    tokens: new Tokens(options.tokenSecret),
    secrets: options.secrets,
    tenants: new Tenants(database),
    totals: new TotalCache(),
    files: openFiles(env, database, options.tokenSecret),
    published: openPublished(),
    routes: [],
    topics: [],
    failures: [],
    async read({ host, headers, address: remoteAddress }, url) {
      const { authorization = '', 'accept-language': language = '' } = headers;
      const answer = await inner.run(true, () =>
        fastify.inject({
          method: 'GET',
          url,
          remoteAddress,
          headers: { host, authorization: String(authorization), 'accept-language': String(language) },
        }),
      );
      return { status: answer.statusCode, body: answer.json<JsonObject>() };
    },
  };
  // Long expressions let other requests run in between.
  yieldBetweenEvaluations(() => setImmediate());
  const fastify = Fastify({
    bodyLimit: BODY_LIMIT,
    // Streamed uploads take longer than other requests, so `limitBodyTime` watches the bodies.
    requestTimeout: 0,
    http: {
      headersTimeout: requestTimeoutMs,
      // Node checks for late requests every 30 s by default.
      connectionsCheckingInterval: requestTimeoutMs / 30,
    },
    // Longer than the 60 s for which common proxies keep idle connections; 0 would never close stalled ones.
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
  limitConnections(fastify, {
    perAddress: env.connectionsPerAddress,
    trustedProxies: env.trustedProxies,
    readerMs: READER_SHARE * requestTimeoutMs,
  });
  limitBodyTime(fastify, requestTimeoutMs);
  parseJsonBodies(fastify);
  deferUploads(fastify);
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
    // The host names the tenant, and a proxy may have read the other one.
    const hosts = request.raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('VALIDATION_FAILED', { message: 'errors.twoHosts' });
    // All but the probes belong to a tenant. Readiness checks the database before the host.
    if (!PROBES.has(request.routeOptions.url ?? '')) await kernel.tenants.byHost(request.hostname);
    // Files and content with an ETag replace it by a rule of their own.
    void reply.header('cache-control', 'no-store');
  });
  await fastify.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  countCalls(fastify, kernel, () => inner.getStore() === true);
  metrics(fastify, kernel);
  await openapi(fastify, kernel);
  const health = healthRoutes(fastify, kernel);
  const resources = options.resources(kernel);
  kernel.files.setOwners(resources.flatMap((resource) => resource.fileOwners ?? []));
  kernel.failures.push(...resources.flatMap((resource) => resource.failures ?? []));
  kernel.topics.push(
    ...resources.flatMap(({ topics = [] }) => topics.flatMap((topic) => topic.names)).toSorted(),
  );
  await realtime(fastify, kernel, resources);
  mount(fastify, kernel, resources);
  await remoteContent(fastify);
  if (env.profile === 'demo') {
    outbox(fastify, kernel);
    await whatsappSandbox(fastify, kernel);
  }
  await clientFiles(fastify, options.clientFolder ?? '/nonexistent', kernel.tenants);
  await fastify.ready();
  const jobs = [housekeeping, ...resources.flatMap((resource) => resource.jobs ?? [])];
  return { fastify, kernel, jobs, failReadiness: health.fail };
}

/** Logs a line for each API call, with the pattern of its route, since addresses contain ids, names and tokens. */
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
    // 507 is logged once, by the storage; 502 is no fault of this server.
    if (reply.statusCode >= 500 && reply.statusCode !== 507 && reply.statusCode !== 502)
      request.log.error(facts, 'call');
    else if (route.startsWith('/adm')) request.log.info(facts, 'call');
  });
}

function healthRoutes(fastify: FastifyInstance, kernel: Kernel): { fail(): void } {
  let unready = false;
  fastify.addHook('onSend', async (_request, reply) => {
    // The server is about to close the connection, so the client must not send another request over it.
    if (unready) void reply.header('connection', 'close');
  });
  fastify.get('/healthz', { schema: { hide: true }, config: { budget: 'none' } }, async () => ({
    status: 'alive',
  }));
  fastify.get('/readyz', { schema: { hide: true }, config: { budget: 'none' } }, async (request, reply) => {
    if (unready || !(await kernel.database.ping())) return reply.code(503).send({ status: 'not ready' });
    await kernel.tenants.byHost(request.hostname);
    const storage = kernel.storage?.state ?? 'ok';
    return storage === 'ok' ? { status: 'ready' } : { status: 'degraded', storage };
  });
  return {
    fail() {
      unready = true;
    },
  };
}
