// `npm run dev [folder]`: Vite serves the client and reloads it; the server is bundled again and restarted when its files
// change. Changed definitions are checked: the page lists their errors, or reloads without any.
// `folder` contains the `screens/` to work on; without it they are this project's own.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { fail, say } from './lib/say.mjs';
import { serverPath } from './lib/server-path.mjs';
import { hasSchemaTypes, makeSchemaTypes } from './schema-types.mjs';

await bootstrap();
const [vite, esbuild, { customerPageBundle, serverBundle }, { freePort }, { watchDefinitions }] =
  await Promise.all([
    import('vite'),
    import('esbuild'),
    import('./lib/server-bundle.mjs'),
    import('./lib/postgres.mjs'),
    import('./lib/definition-overlay.mjs'),
  ]);

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = await freePort();
const folder = resolve(process.argv[2] ?? root);
const screens = join(folder, 'screens');
// The server finds screens/ in a folder above its own.
const outdir = join(folder, 'dist', 'dev', 'server');
const followParent = new URL('./lib/with-parent.mjs', import.meta.url).href;

let server = null;
let stopping = false;
/** Resolves when the last requested server has started. Two servers must never share the data folder. */
let started = Promise.resolve();
let begin = () => {};
/** Resolves when that server answers, or has ended without answering. Calls before the first build wait for its server. */
let answering = new Promise((resolved) => (begin = resolved));
/** Vite's server and the check of definitions, once both run. */
let client = null;
let definitions = null;

function restart() {
  started = started.then(async () => {
    await stopServer();
    if (stopping) return;
    server = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', followParent, join(outdir, 'main.js')],
      {
        cwd: root,
        stdio: ['inherit', 'pipe', 'inherit'],
        env: { PROFILE: 'demo', ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
      },
    );
    server.ended = new Promise((resolved) => server.on('close', resolved));
    server.answers = Promise.race([listening(server.stdout), server.ended]);
  });
  answering = started.then(() => server?.answers);
  begin(answering);
}

/** Prints the server's output with Vite's address instead of its own. Resolves when the server prints its address. */
function listening(stdout) {
  return new Promise((resolved) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('Molde listens on ')) resolved();
      else process.stdout.write(`${line.replaceAll(`:${apiPort}`, `:${port}`)}\n`);
    });
  });
}

/**
 * Restarts the server and checks the definitions again.
 * @param {boolean} reload whether pages reload; they always do when the last error of a definition is corrected
 * @param {boolean} anew whether the check loads the sources again, which takes most of its time
 */
async function update(reload, anew = true) {
  const hadErrors = definitions?.hasErrors === true;
  restart();
  if (anew) {
    definitions?.forgetSources();
    void updateTypes();
  }
  await checkDefinitions();
  if (!definitions || definitions.hasErrors || !(reload || hadErrors)) return;
  await answering;
  client.ws.send({ type: 'full-reload' });
}

async function checkDefinitions() {
  try {
    await definitions?.check();
  } catch (error) {
    say(`the definitions could not be checked: ${error.message}`);
  }
}

/** Makes the types of changed schemas, which code editors read. A schema may be half written. */
async function updateTypes() {
  try {
    if (!hasSchemaTypes()) await makeSchemaTypes();
  } catch (error) {
    say(`the types of schemas/ could not be made: ${error.message}`);
  }
}

async function stopServer() {
  if (!server || server.exitCode !== null) return;
  server.kill('SIGTERM');
  await server.ended;
}

const bundle = serverBundle(outdir);
const context = await esbuild.context({
  ...bundle,
  plugins: [
    ...bundle.plugins,
    {
      name: 'restart',
      setup: (build) =>
        build.onEnd(({ errors }) => {
          if (errors.length === 0) void update(false);
        }),
    },
  ],
});
await context.watch();
const customerPage = await esbuild.context(customerPageBundle(outdir));
await customerPage.watch();

// The server reads these as files, so esbuild does not notice when they change.
for (const watched of [screens, join(root, 'locales'), join(root, 'schemas')]) {
  let pending;
  watch(watched, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(() => void update(true, watched !== screens), 200);
  });
}

try {
  client = await vite.createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    plugins: [
      {
        name: 'wait-for-server',
        configureServer: ({ middlewares }) => {
          // A call during the server's start waits for it.
          middlewares.use((request, _response, next) => {
            if (serverPath.test(request.url ?? '')) void answering.then(() => next());
            else next();
          });
        },
      },
    ],
    server: {
      host,
      port,
      strictPort: true,
      // The host name is passed on unchanged, since it names the tenant.
      proxy: { [serverPath.source]: { target: `http://127.0.0.1:${apiPort}`, ws: true } },
      allowedHosts: ['.localhost'],
    },
  });
  await client.listen();
  definitions = watchDefinitions(client, screens);
  say(`development server on ${client.resolvedUrls?.local[0] ?? host}`);
  void checkDefinitions();
  // Vite's own listener would end the process at once, without waiting for the server.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      stopping = true;
      await Promise.all([
        client.close(),
        context.dispose(),
        customerPage.dispose(),
        started.then(stopServer),
      ]);
      process.exit(0);
    });
  }
} catch (error) {
  await stopServer();
  fail(error.message);
}
