import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts one of the server's threads, from its bundle beside the server's, or from the sources in tests.
 * @param name of the module beside the caller, without its extension.
 * @param from the caller's import.meta.url.
 */
export function startThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  const built = new URL(`./${name}.js`, from);
  if (existsSync(fileURLToPath(built))) return new Worker(built, options);
  // The sources need the TypeScript loader, which workers do not inherit.
  const source = new URL(`./${name}.ts`, from).href;
  const loader = import.meta.resolve('tsx/esm/api');
  const boot = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(source)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), options);
}
