import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import type { DataFolder } from './db/data-folder.ts';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { JobWorker } from './jobs/worker.ts';
import { endThreads } from './threads/guarded-thread.ts';

/** Time for which a stopping production server answers requests with /readyz at 503, so that a load balancer notices. */
const UNREADY_MS = 2000;
/** Time that requests in flight may take afterwards. With closing the database it all stays below a container's 10 s. */
const GRACE_MS = 4000;

interface Running {
  app: App;
  database: Database;
  folder: DataFolder;
  worker: JobWorker;
  profile: Env['profile'];
}

/**
 * Creates the stop of the process. Jobs are given back at once. Requests in flight may end, for a while; then their connections
 * are cut, what they still work on is ended, and the database closes. Nothing is waited for that has no end of its own.
 */
export function createShutdown({ app, database, folder, worker, profile }: Running): () => Promise<void> {
  const unreadyMs = profile === 'production' ? UNREADY_MS : 0;
  const stop = async (): Promise<void> => {
    app.failReadiness();
    const { server, log } = app.fastify;
    let cut = 0;
    const grace = setTimeout(() => {
      server.getConnections((_error, connections) => {
        cut = connections;
        server.closeAllConnections();
      });
    }, unreadyMs + GRACE_MS).unref();
    const givenBack = worker.stop();
    await delay(unreadyMs);
    await app.fastify.close();
    clearTimeout(grace);
    const jobs = await givenBack;
    const threads = endThreads();
    await database.close();
    await folder.close();
    log.info({ jobs, connections: cut, threads }, 'STOPPED');
  };
  let stopped: Promise<void> | null = null;
  return () => (stopped ??= stop());
}
