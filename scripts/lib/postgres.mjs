import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { say } from './say.mjs';

/**
 * Starts a PostgreSQL for tests: TEST_DATABASE_URL, else a temporary cluster of installed binaries, else of binaries that
 * apt-get installs if permitted.
 *
 * @param {string | undefined} given an address to use instead of an own cluster
 * @param {string[]} [settings] arguments of an own cluster, such as `-c` and `fsync=off`
 * @returns {Promise<{ url: string, stop(): Promise<void> } | null>} null when none is available
 */
export async function startPostgres(given, settings = []) {
  if (given) return { url: given, stop: async () => {} };
  let binaries = findBinaries();
  if (!binaries && (await aptInstall('postgresql'))) binaries = findBinaries();
  return binaries && startCluster(binaries, settings);
}

/** Returns the folder of the newest installed `initdb`, which Debian does not put on the path. */
function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

async function startCluster(binaries, settings) {
  const owner = ordinaryUser();
  const folder = mkdtempSync(join(openTempFolder(owner), 'molde-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const data = join(folder, 'data');
  try {
    execFileSync(
      join(binaries, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'molde',
        '-E',
        'UTF8',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        ...locale(binaries),
      ],
      { ...owner, cwd: folder, stdio: 'pipe' },
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const reason = String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .at(-1);
    throw new Error(`initdb failed: ${reason}`, { cause: error });
  }
  const port = await freePort();
  const server = spawnGuarded(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...settings],
    folder,
    owner,
  );
  const url = `postgres://molde:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitForServer(url, server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  say(`a temporary PostgreSQL runs on port ${port} (${binaries})`);
  return { url, stop: server.stop };
}

/** Returns the user of the cluster, since PostgreSQL refuses to run as root: its package's user, else nobody. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This user does not exist.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/** Returns a temporary folder that the user can reach. Root's own is closed to others. */
function openTempFolder(owner) {
  const usual = tmpdir();
  if (!owner) return usual;
  for (let path = usual; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return '/tmp';
    if (path === dirname(path)) return usual;
  }
}

/** Returns a locale that sorts by language: the system's en_US, else ICU (since 15). */
function locale(binaries) {
  const english = systemLocales().find((name) => /^en_US\.utf-?8$/i.test(name));
  if (english) return [`--locale=${english}`];
  const version = execFileSync(join(binaries, 'postgres'), ['--version'], { stdio: 'pipe' }).toString();
  if (Number(/\d+/.exec(version)) < 15) return ['--locale=C.UTF-8'];
  return ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
}

function systemLocales() {
  try {
    return execFileSync('locale', ['-a'], { stdio: 'pipe' }).toString().split('\n');
  } catch {
    return [];
  }
}

/**
 * Starts the server under a small shell that ends it and removes its files when our end of a pipe is closed: by stop(), or
 * by the system when this process is killed.
 */
function spawnGuarded(command, args, folder, owner) {
  const script = '"$@" 2>"$0/log" & read -r _; kill -INT $!; wait $!; cd / && rm -rf "$0"';
  const child = spawn('/bin/sh', ['-c', script, folder, command, ...args], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    ended,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function waitForServer(url, server) {
  const { default: pg } = await import('pg');
  const until = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`PostgreSQL does not answer: ${error.message}`, { cause: error });
      await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 100))]);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Finds a free port of the loopback interface. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
