import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

/**
 * Runs a command of a package in node_modules with this Node, its output shown as it comes.
 *
 * @param {string} name of the package's command, such as `vitest`
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env] laid over ours
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function runTool(name, args, env = {}) {
  return runNode([binOf(name), ...args], env);
}

/** Runs Node with `args`; the answer is the exit code. */
export function runNode(args, env = {}) {
  return run(process.execPath, args, env);
}

export function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** The JavaScript file behind a command: starting it with Node itself needs no shell and works on every platform. */
function binOf(name) {
  const owner = { tsc: 'typescript', playwright: '@playwright/test' }[name] ?? name;
  const folder = join(root, 'node_modules', owner);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = join(folder, typeof bin === 'string' ? bin : bin[name]);
  if (!existsSync(file)) throw new Error(`${name} is not installed`);
  return file;
}
