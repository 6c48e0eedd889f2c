import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Sources of the server's threads, each of which is a bundle of its own (`scripts/lib/server-bundle.mjs`). */
const sources = {
  'pglite-worker': '../db/pglite-worker.ts',
  'file-worker': '../file-worker.ts',
  'definition-worker': '../domains/definitions/inspection/definition-worker.ts',
} as const;

/** Starts one of the server's threads, from its bundle beside the server's, or from the sources in tests. */
export function startThread(name: keyof typeof sources, options: WorkerOptions = {}): Worker {
  const built = new URL(`./${name}.js`, import.meta.url);
  if (existsSync(fileURLToPath(built))) return new Worker(built, options);
  // The sources need the TypeScript loader, which workers do not inherit.
  const source = new URL(sources[name], import.meta.url).href;
  const loader = import.meta.resolve('tsx/esm/api');
  const boot = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(source)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), options);
}
