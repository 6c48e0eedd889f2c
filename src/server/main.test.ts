import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from './testing/process.ts';

/** Starts and stops the server's process as a person does. */
const home = mkdtempSync(join(tmpdir(), 'molde-main-'));
const programs = bundlePrograms();
afterAll(() => {
  programs.end();
  rmSync(home, { recursive: true, force: true });
});

const run = (settings: Record<string, string>) =>
  programs.run('main', [], { PROFILE: 'demo', DATA_DIR: join(home, 'data'), ...settings });

// One start for each place that may refuse it. Settings themselves have their tests in env.test.ts, folders in data-folder.test.ts.
describe('a start that fails', () => {
  it.each([
    [
      'a port that is no number',
      { PORT: 'http' },
      /^Molde cannot start\. PORT: got "http", takes a whole number from 0 to 65535\n$/,
    ],
    [
      'a folder that cannot be',
      { DATA_DIR: '/dev/null/data' },
      /^Molde cannot start\. DATA_DIR \/dev\/null\/data cannot be written \(\w+\)\n$/,
    ],
    [
      'a host that is not here',
      { HOST: '192.0.2.1', DATA_DIR: join(home, 'never') },
      /^Molde cannot start\. HOST 192\.0\.2\.1 is not an address of this machine\n$/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      /^Molde cannot start\. DATABASE_URL: nothing answers on 127\.0\.0\.1:1 \(ECONNREFUSED\); start PostgreSQL .*\n$/,
    ],
  ])('prints one line and exits with 1: %s', async (_name, settings, line) => {
    expect(await run(settings).ended).toEqual({ code: 1, output: expect.stringMatching(line) });
  });
});

describe('the process', () => {
  it('starts in an empty folder, shares neither folder nor port, restarts after kill -9 and stops on SIGINT', async () => {
    const first = run({});
    const address = await first.listening;
    expect(first.output()).toContain('molde-demo');
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    const second = await run({}).ended;
    expect(second).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^Molde cannot start\. DATA_DIR \S+ is open in another process; stop that one first\n$/,
      ),
    });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    first.child.kill('SIGKILL');
    await first.ended;

    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const unused = join(home, 'unused');
    const blocked = await run({ PORT: String(port), DATA_DIR: unused }).ended;
    expect(blocked).toEqual({
      code: 1,
      output: `Molde cannot start. PORT ${port} on 127.0.0.1 is in use by another program\n`,
    });
    expect(existsSync(unused)).toBe(false);
    blocker.close();

    // A stop on SIGTERM is that of most tests with a process, such as tenant.test.ts.
    const last = run({});
    expect((await fetch(`${await last.listening}/readyz`)).status).toBe(200);
    last.child.kill('SIGINT');
    expect((await last.ended).code).toBe(0);
  }, 600_000);

  it('exits in order on a signal while it starts', async () => {
    const path = join(home, 'cut-off');
    const starting = run({ DATA_DIR: path });
    while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
    starting.child.kill('SIGTERM');
    expect(await starting.ended).toEqual({ code: 0, output: '' });
  });

  it('names a cluster that cannot be opened instead of creating another', async () => {
    const broken = join(home, 'broken');
    rmSync(broken, { recursive: true, force: true });
    mkdirSync(join(broken, 'pg'), { recursive: true });
    writeFileSync(join(broken, 'pg', 'PG_VERSION'), 'not a version');
    const ended = await run({ DATA_DIR: broken }).ended;
    expect(ended).toEqual({
      code: 1,
      output: expect.stringMatching(/^Molde cannot start\. the embedded database in \S+ does not open .*\n$/),
    });
  });
});
