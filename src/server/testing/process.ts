import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

/** Test support: runs the server and its commands as processes, bundled as the build does. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Settings with which the production profile starts. */
export const productionSecrets = {
  PROFILE: 'production',
  ADMIN_PASSWORD: 'uma frase bem longa 42',
  LOGIN_KEY: '8a1f00c3d4e5b6978899aabbccddeeff00112233445566778899a1b2c3d4e5f6',
  TOKEN_SECRET: 'k8Jq2mZx7Vn4Rt9Lw3Pf6Hs1Dc5Gb0Ay',
};

export interface Programs {
  run(
    program: 'main' | 'tenant' | 'doctor' | 'backup' | 'restore' | 'secrets',
    args: readonly string[],
    settings: Record<string, string>,
  ): ReturnType<typeof start>;
  /** Ends processes that a failed test left running. */
  end(): void;
}

/** The programs, which the first file of a run bundles. */
export function bundlePrograms(): Programs {
  const folder = inject('programs');
  if (!existsSync(folder)) bundleInto(folder);
  const started: ReturnType<typeof start>[] = [];
  return {
    run(program, args, settings) {
      const begun = start([join(folder, `${program}.js`), ...args], settings);
      started.push(begun);
      return begun;
    },
    end() {
      // One that ended already is left alone: Node sends no signal to it.
      for (const { child } of started) child.kill('SIGKILL');
    },
  };
}

/** Another process may do the same: the folder is there once it is whole. */
function bundleInto(folder: string): void {
  const writing = `${folder}.${process.pid}`;
  const code = `
    import { build } from 'esbuild';
    import { serverBundle } from './scripts/lib/server-bundle.mjs';
    await build(serverBundle(process.argv[1]));`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code, writing], { cwd: root });
  try {
    renameSync(writing, folder);
  } catch (error) {
    rmSync(writing, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Without V8's optimising compilers: processes of tests live for seconds, and compiling for longer, above all the embedded
 * database, took a third of their processor time.
 */
const withoutOptimising = ['--liftoff-only', '--no-opt'];

function start(command: readonly string[], settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', ...settings };
  const child = spawn(process.execPath, [...withoutOptimising, ...command], { cwd: root, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }));
  const listening = (async () => {
    while (!output.includes('Molde listens on')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(output);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
    return /Molde listens on (\S+)/.exec(output)?.[1] ?? '';
  })();
  listening.catch(() => undefined);
  return { child, ended, listening, output: () => output };
}
