// `npm run dev`: Vite serves the client and reloads it; the server is bundled anew and restarted when its files change.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap, root } from './bootstrap.mjs';
import { fail, say } from './lib/say.mjs';

await bootstrap();
const [vite, esbuild, { serverBundle }, { freePort }] = await Promise.all([
  import('vite'),
  import('esbuild'),
  import('./lib/server-bundle.mjs'),
  import('./lib/postgres.mjs'),
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

function restart() {
  turn = turn.then(async () => {
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
    createInterface({ input: server.stdout }).on('line', pass);
    server.ended = new Promise((resolve) => server.on('close', resolve));
  });
}

/** What the server says, but for its own address: the one to open is Vite's. */
function pass(line) {
  if (!line.startsWith('Molde listens on '))
    process.stdout.write(`${line.replaceAll(`:${apiPort}`, `:${port}`)}\n`);
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
          if (errors.length === 0) restart();
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
    pending = setTimeout(restart, 200);
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
  const client = await vite.createServer({
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
  say(`development server on ${client.resolvedUrls?.local[0] ?? host}; the first answers need a few seconds`);
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
