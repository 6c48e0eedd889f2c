import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs a command of a package in node_modules with this Node.
 *
 * @param {string} name of the package's command, such as `vitest`
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env] added to ours
 * @returns {Promise<number>} its exit code; 1 when a signal ended it. Its output is shown as it comes.
 */
export function runTool(name, args, env = {}) {
  return runNode([binOf(name), ...args], env);
}

/** Runs Node with `args`, as `runTool` does. */
export function runNode(args, env = {}) {
  return run(process.execPath, args, env);
}

/** Runs a command, as `runTool` does. */
export async function run(command, args, env = {}) {
  return (await start(command, args, env, 'inherit')).code;
}

/** Runs a command of a package, as `runTool` does, and keeps its output. @returns {Promise<{ code: number, output: string }>} */
export function captureTool(name, args, env = {}) {
  return captureNode([binOf(name), ...args], env);
}

/** Runs Node with `args`, as `captureTool` does. */
export function captureNode(args, env = {}) {
  return start(process.execPath, args, env, ['ignore', 'pipe', 'pipe']);
}

function start(command, args, env, stdio) {
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: 1, output: `${output}${message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
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
