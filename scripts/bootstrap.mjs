// Makes node_modules what package-lock.json says, with nothing but Node itself. Every command of package.json goes
// through here first, so a fresh clone needs no step of its own. It must parse on old Nodes too, to be able to refuse them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lib/lock.mjs';
import { fail, say } from './lib/say.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.bootstrap-stamp');

/**
 * Installs the dependencies when they are missing or older than the lock file. Several processes may call it at once:
 * one installs, the others wait. Ends the process with one line when it cannot.
 */
export async function bootstrap() {
  checkNode();
  if (isInstalled()) return;
  try {
    await withLock(
      join(root, '.bootstrap.lock'),
      'another process is installing the dependencies',
      async (lock) => {
        if (!isInstalled()) await install(lock);
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

/** What an installation depends on: the lock file, and the Node and platform its native packages were chosen for. */
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
  // npm would empty the folder behind the link under whoever works with it.
  if (again && lstatSync(modules).isSymbolicLink())
    throw new Error(
      'the dependencies are out of date, and node_modules is a link: run npm ci where it leads',
    );
  say(
    again
      ? 'dependencies are out of date, installing them (npm ci) …'
      : 'installing the dependencies (npm ci) …',
  );
  // Removed first: an installation that is killed half-way must not look like a finished one.
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

/** The npm that started us, else the one beside this Node, else the one on the path. */
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
 * The environment without what the outer npm says of itself (its script, its flags such as --omit), but with what the
 * person set about registry, certificates, cache and proxy.
 */
export function npmEnvironment(env) {
  const kept =
    /^npm_config_(.*registry|ca|cafile|cert|key|cache|proxy|https_proxy|noproxy|strict_ssl|userconfig|globalconfig|offline|prefer_offline|maxsockets|fetch_.*|\/\/.*)$/i;
  const isNpms = /^(npm_|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name) || !isNpms.test(name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bootstrap();
