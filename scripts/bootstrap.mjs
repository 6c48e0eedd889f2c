// Installs the dependencies of package-lock.json into node_modules, with nothing but Node itself, and makes the types of
// schemas/. Every command of package.json starts here, so a fresh clone needs no further step. Old Nodes must parse this
// file to be refused.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lib/lock.mjs';
import { root } from './lib/root.mjs';
import { fail, say } from './lib/say.mjs';
import { hasSchemaTypes, makeSchemaTypes } from './schema-types.mjs';

const stampFile = join(root, 'node_modules', '.bootstrap-stamp');

/**
 * Installs the dependencies when they are missing or older than the lock file, and makes the types that schemas/ no longer
 * give. Of several processes, one does it and the others wait. Ends the process with one line when it fails.
 */
export async function bootstrap() {
  checkNode();
  if (isInstalled() && hasSchemaTypes()) return;
  try {
    await withLock(
      join(root, '.bootstrap.lock'),
      'another process is installing the dependencies',
      async (lock) => {
        if (!isInstalled()) await install(lock);
        if (!hasSchemaTypes()) await makeSchemaTypes();
      },
    );
  } catch (error) {
    fail(error.message);
  }
}

function checkNode() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace(
    /[^\d.]/g,
    '',
  );
  const parts = (version) => version.split('.').map(Number);
  const [have, need] = [parts(process.versions.node), parts(wanted)];
  const differing = need.findIndex((part, at) => part !== have[at]);
  if (differing >= 0 && have[differing] < need[differing]) {
    fail(`Molde needs Node ${wanted} or newer; this is ${process.versions.node}.`);
  }
}

/** Hashes the inputs of an installation: the lock file, and the Node and platform that its native packages are built for. */
function wantedStamp() {
  const platform = `${process.version} ${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(platform)
    .digest('hex');
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp();
}

async function install(lock) {
  const stamp = wantedStamp();
  const modules = join(root, 'node_modules');
  const again = existsSync(modules);
  // npm would empty the folder behind the link, which other projects may use.
  if (again && lstatSync(modules).isSymbolicLink())
    throw new Error(
      'the dependencies are out of date, and node_modules is a link: run npm ci where it points to',
    );
  say(
    again
      ? 'dependencies are out of date, installing them (npm ci) …'
      : 'installing the dependencies (npm ci) …',
  );
  // Removed first, so that an interrupted installation does not count as finished.
  rmSync(stampFile, { force: true });
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticking = setInterval(() => say(`still installing … ${seconds()} s`), 20_000);
  try {
    await runNpm(lock, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  } finally {
    clearInterval(ticking);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`dependencies installed in ${seconds()} s`);
}

function runNpm(lock, args) {
  const [command, ...first] = npmCommand();
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: npmEnvironment(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  lock.include(child.pid);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const lines = errors.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
      const reason = lines
        .filter((line) => line && !/^(code|npm warn|A complete log)/i.test(line))
        .slice(0, 2);
      reject(
        new Error(
          `the dependencies could not be installed (npm ci, ${signal ?? `exit code ${code}`}): ${reason.join(' ')}`,
        ),
      );
    });
  });
}

/** Returns the npm that started this process, else the one beside this Node, else the one on the path. */
function npmCommand() {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const found = candidates.find((path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path));
  return found ? [process.execPath, found] : ['npm'];
}

/**
 * Returns the environment without the variables of the outer npm (its script, its flags such as --omit), but with the
 * person's settings of registry, certificates, cache and proxy.
 */
export function npmEnvironment(env) {
  const own =
    /^npm_config_(.*registry|ca|cafile|cert|key|cache|proxy|https_proxy|noproxy|strict_ssl|userconfig|globalconfig|offline|prefer_offline|maxsockets|fetch_.*|\/\/.*)$/i;
  const isNpms = /^(npm_|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => own.test(name) || !isNpms.test(name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bootstrap();
