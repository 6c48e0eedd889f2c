// Measures the time until `npm start` answers, in a fresh copy and again: `node tests/bench/start.mjs [runs]`
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { freePort } from '../../scripts/lib/postgres.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'molde-fresh-'));
try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  const data = join(folder, '.data');
  mkdirSync(data);
  const first = await secondsToListen(data);
  const newData = [];
  const again = [];
  for (let run = 0; run < runs; run++) {
    again.push(await secondsToListen(data));
    const other = join(folder, `.data-${run}`);
    newData.push(await secondsToListen(other));
    rmSync(other, { recursive: true });
  }
  const show = (numbers) =>
    [median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) => number.toFixed(1));
  printTable(
    ['npm start', 'median, s', 'fastest', 'slowest'],
    [
      ['fresh clone (installs, builds, makes the database)', ...show([first])],
      ['built, new database', ...show(newData)],
      ['second start', ...show(again)],
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function secondsToListen(data) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: data },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-4_000)));
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const seconds = (performance.now() - started) / 1000;
  process.kill(-child.pid, 'SIGTERM');
  await ended;
  return seconds;
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}
