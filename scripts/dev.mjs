// `npm run dev`: Vite serves the client and reloads it; the server is bundled anew and restarted when its files change. A
// changed definition is checked: the page shows what is wrong with it, or is loaded anew with it.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap, root } from './bootstrap.mjs';
import { fail, say } from './lib/say.mjs';

await bootstrap();
const [vite, esbuild, { serverBundle }, { freePort }, { watchDefinitions }] = await Promise.all([
  import('vite'),
  import('esbuild'),
  import('./lib/server-bundle.mjs'),
  import('./lib/postgres.mjs'),
  import('./lib/definition-overlay.mjs'),
]);

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = await freePort();
const outdir = join(root, 'dist', 'dev', 'server');
const followParent = new URL('./lib/with-parent.mjs', import.meta.url).href;

let server = null;
let stopping = false;
/** One restart after the other: two servers must never meet on the data folder. */
let turn = Promise.resolve();
/** Vite's server and the watch over definitions, once they are there. */
let client = null;
let definitions = null;

/** Resolves when the new server answers, or has ended without. */
function restart() {
  const started = turn.then(async () => {
    await stopServer();
    if (stopping) return null;
    server = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', followParent, join(outdir, 'main.js')],
      {
        cwd: root,
        stdio: ['inherit', 'pipe', 'inherit'],
        env: { PROFILE: 'demo', ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
      },
    );
    server.ended = new Promise((resolve) => server.on('close', resolve));
    return { ready: Promise.race([listening(server.stdout), server.ended]) };
  });
  turn = started;
  return started.then((one) => one?.ready);
}

/** Passes on what the server says, but for its own address: the one to open is Vite's. Resolves when it says that. */
function listening(stdout) {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('Molde listens on ')) resolve();
      else process.stdout.write(`${line.replaceAll(`:${apiPort}`, `:${port}`)}\n`);
    });
  });
}

/**
 * The server anew, and with it what pages show of the definitions.
 * @param {boolean} reload pages too; they are in any case when what was wrong with a definition is mended
 */
async function renew(reload) {
  const mending = definitions?.wrong === true;
  const answering = restart();
  await checkDefinitions();
  if (!definitions || definitions.wrong || !(reload || mending)) return;
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
          if (errors.length === 0) void renew(false);
        }),
    },
  ],
});
await context.watch();

// What the server reads as files rather than imports.
for (const folder of ['screens', 'locales', 'schemas']) {
  let pending;
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(() => void renew(true), 200);
  });
}

const target = `http://127.0.0.1:${apiPort}`;
// The host name is passed on as it came: it says which tenant is meant.
const proxy = Object.fromEntries(
  ['/adm', '/api/', '/handler', '/docs', '/healthz', '/readyz', '/metrics'].map((path) => [
    path,
    { target, ws: true },
  ]),
);
try {
  client = await vite.createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: {
      host,
      port,
      strictPort: true,
      proxy,
      allowedHosts: ['.localhost'],
    },
  });
  await client.listen();
  definitions = watchDefinitions(client);
  say(`development server on ${client.resolvedUrls?.local[0] ?? host}; the first answers need a few seconds`);
  void checkDefinitions();
  // Vite's own listener would end the process at once, without waiting for the server.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      stopping = true;
      await Promise.all([client.close(), context.dispose(), turn.then(stopServer)]);
      process.exit(0);
    });
  }
} catch (error) {
  await stopServer();
  fail(error.message);
}
