import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildApp, type App } from './app.ts';
import { DataFolder } from './db/data-folder.ts';
import { assertPoliciesEnforced, type Database } from './db/database.ts';
import { folderOptions, openDatabase } from './db/open.ts';
import { StartError } from './db/start-error.ts';
import { seedDemo } from '../sandbox/demo/seed.ts';
import { readEnv, SettingError, type Env } from './env.ts';
import { JobWorker } from './jobs/worker.ts';
import { resources } from './resources.ts';
import { readDefinitions, type BrokenDefinition } from './domains/definitions/store/bundled.ts';
import { storeIgnoredForwarding } from './platform/doctor/diagnosis.ts';
import { diagnosticLines } from './domains/definitions/store/definitions.ts';
import { assertKeysKnown, openSecrets, readOrCreateSecret } from './platform/secrets/open-secrets.ts';
import { createShutdown } from './shutdown.ts';
import { onStopSignal } from './stop-signals.ts';

process.on('unhandledRejection', (error) => fail(error));
try {
  await start();
} catch (error) {
  fail(error);
}

/** Ends a start that has not finished. It can be interrupted anywhere: the next start continues or begins again. */
function exitAtOnce(): void {
  process.exit(0);
}

async function start(): Promise<void> {
  const setStop = onStopSignal(exitAtOnce);
  const env = readEnv(process.env);
  await probeAddress(env);
  const folder = DataFolder.open(env.dataDir, folderOptions(env));
  const database = await openDatabase(env, folder);
  await assertPoliciesEnforced(database);
  if (env.profile === 'demo') await seedDemo(database, env);
  const secrets = openSecrets(env, folder.path);
  await assertKeysKnown(database.owner, secrets);
  const app = await buildApp({
    env,
    database,
    storage: folder.storage,
    tokenSecret: env.tokenSecret ?? readOrCreateSecret(folder.path, 'token-secret'),
    secrets,
    resources,
    onIgnoredForwarding: (ignored) => storeIgnoredForwarding(folder.path, ignored),
    clientFolder: fileURLToPath(new URL('../client', import.meta.url)),
  });
  folder.log.connect(app.fastify.log);
  const worker = new JobWorker(database, env, app.fastify.log, app.jobs);
  const shutdown = createShutdown({ app, database, folder, worker, profile: env.profile });
  setStop(() => void shutdown().then(() => process.exit(0), fail));
  await listen(app, env);
  await worker.start();
  announce(app, env, await hasTenants(database));
  // After listening, since the server starts with invalid definitions too; each request for one reports it again.
  setImmediate(() => void reportDefinitions(app));
}

/** Logs an error line for each diagnostic of the bundled definitions. */
async function reportDefinitions(app: App): Promise<void> {
  const broken: BrokenDefinition[] = [];
  const bundled = readDefinitions(undefined, (one) => broken.push(one));
  for (const line of await diagnosticLines(bundled, broken)) app.fastify.log.error(line);
}

async function hasTenants(database: Database): Promise<boolean> {
  return (await database.owner.selectFrom('tenant').select('id').limit(1).execute()).length > 0;
}

/** Listens for a moment, so that an unusable address is reported before a folder is created or a database opened. */
async function probeAddress(env: Env): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ port: env.port, host: env.host });
    await once(probe, 'listening');
  } catch (error) {
    throw asStartError(error, env);
  }
  probe.close();
  await once(probe, 'close');
}

async function listen(app: App, env: Env): Promise<void> {
  try {
    await app.fastify.listen({ port: env.port, host: env.host });
  } catch (error) {
    throw asStartError(error, env);
  }
}

/** Converts an error of listening to the line that is printed. */
function asStartError(error: unknown, env: Env): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return new StartError(`PORT ${env.port} on ${env.host} is in use by another program`);
  if (code === 'EACCES')
    return new StartError(`PORT ${env.port} on ${env.host} may not be opened by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new StartError(`HOST ${env.host} is not an address of this machine`);
  return error;
}

function announce(app: App, env: Env, tenants: boolean): void {
  const address = app.fastify.server.address();
  const port = typeof address === 'object' && address ? address.port : env.port;
  const host =
    env.host === '127.0.0.1' || env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const lines = [`Molde listens on http://${host}:${port}`];
  if (env.profile === 'demo') {
    const others = 'leitor, gestor, atendente';
    lines.push(
      `Demo sign-ins, password ${env.adminPassword}: ${env.adminUser}, ${others} (and ${env.adminUser} on http://beta.localhost:${port})`,
    );
  }
  if (!tenants) {
    lines.push(
      'There is no tenant yet, so every page answers 404. Create one: npm run tenant -- create <key> --host <host>',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function fail(error: unknown): void {
  const expected = error instanceof SettingError || error instanceof StartError;
  const line =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`Molde cannot start. ${line}\n`, () => process.exit(1));
}
