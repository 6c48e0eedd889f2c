import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';
import type { Storage } from '../db/storage.ts';
import { AppError } from './errors.ts';

/** Counts published definitions that this release cannot serve, each when it is found. */
export const definitionFallbacks = new Counter({
  name: 'definition_fallbacks_total',
  help: 'Published definitions instead of which another version is served.',
  labelNames: ['kind'] as const,
  registers: [],
});

export const openSockets = new Gauge({
  name: 'sockets_open',
  help: 'Open real-time connections.',
  registers: [],
});

export const socketFrames = new Counter({
  name: 'socket_frames_total',
  help: 'Frames of real-time connections: received (in) and sent (out).',
  labelNames: ['direction'] as const,
  registers: [],
});

export const slowConnections = new Counter({
  name: 'sockets_ended_slow_total',
  help: 'Real-time connections that were ended because their clients did not read.',
  registers: [],
});

export const jobsEnded = new Counter({
  name: 'jobs_ended_total',
  help: 'Attempts of jobs by outcome: done, failed (tried again) and dead.',
  labelNames: ['kind', 'outcome'] as const,
  registers: [],
});

/**
 * Serves Prometheus metrics. Labels are method, route pattern and status, never a tenant, a user or an id. With
 * METRICS_TOKEN they need it as `Authorization: Bearer`; without it they are open in the demo profile only.
 */
export function metrics(
  app: FastifyInstance,
  { env, database, storage }: { env: Env; database: Database; storage: Storage | null },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of [definitionFallbacks, openSockets, socketFrames, slowConnections, jobsEnded])
    registry.registerMetric(metric as Counter);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_server_failures_total',
    help: 'Answers with a status of 500 or more.',
    labelNames: ['route'] as const,
    registers: [registry],
  });
  if (database.kind === 'embedded') registry.registerMetric(embeddedMemory(database));
  if (storage) for (const gauge of storageGauges(storage)) registry.registerMetric(gauge);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc({ route });
  });
  app.get('/metrics', { schema: { hide: true }, config: { budget: 'none' } }, async (request, reply) => {
    if (!mayRead(env, request.headers.authorization)) throw new AppError('UNAUTHENTICATED');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function storageGauges(storage: Storage): Gauge[] {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(value());
      },
    });
  return [
    gauge('storage_free_bytes', 'Free disk space of the data folder.', () => storage.freeBytes),
    gauge('storage_low', '1 while the disk space is low or used up.', () => Number(storage.state !== 'ok')),
    gauge('storage_full', '1 while the disk space is used up.', () => Number(storage.state === 'full')),
  ];
}

/** Reads the memory when the metrics are scraped. The gauge is empty while the database's thread does not answer. */
function embeddedMemory(database: Database): Gauge {
  return new Gauge({
    name: 'embedded_database_memory_bytes',
    help: 'Memory of the embedded database: its own, and the JavaScript heap and buffers of its thread.',
    labelNames: ['part'] as const,
    registers: [],
    async collect() {
      this.reset();
      const memory = await database.memory().catch(() => null);
      for (const [part, bytes] of Object.entries(memory ?? {})) this.set({ part }, bytes);
    },
  });
}

function mayRead(env: Env, authorization: string | undefined): boolean {
  if (env.metricsToken === null) return env.profile === 'demo';
  const given = Buffer.from(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(env.metricsToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
