import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundlePrograms, productionSecrets } from './testing/process.ts';

/** Starts and stops the server's process as a person does. */
const home = mkdtempSync(join(tmpdir(), 'molde-main-'));
const programs = bundlePrograms();
afterAll(() => {
  programs.remove();
  rmSync(home, { recursive: true, force: true });
});

const run = (settings: Record<string, string>) =>
  programs.run('main', [], { PROFILE: 'demo', DATA_DIR: join(home, 'data'), ...settings });

describe('a start that fails', () => {
  it.each([
    [
      'a port that is no number',
      { PORT: 'http' },
      /^Molde cannot start\. PORT: got "http", takes a whole number from 0 to 65535\n$/,
    ],
    [
      'an unknown profile',
      { PROFILE: 'test' },
      /^Molde cannot start\. PROFILE: got "test", takes one of demo, production\n$/,
    ],
    [
      'a folder that cannot be',
      { DATA_DIR: '/dev/null/data' },
      /^Molde cannot start\. DATA_DIR \/dev\/null\/data cannot be written \(\w+\)\n$/,
    ],
    [
      'a folder that the system refuses to everybody',
      { DATA_DIR: '/proc/nope/data' },
      /^Molde cannot start\. DATA_DIR \/proc\/nope\/data cannot be written \(\w+\)\n$/,
    ],
    [
      'a host that is not here',
      { HOST: '192.0.2.1', DATA_DIR: join(home, 'never') },
      /^Molde cannot start\. HOST 192\.0\.2\.1 is not an address of this machine\n$/,
    ],
    [
      'production without secrets',
      { PROFILE: 'production' },
      /^Molde cannot start\. ADMIN_PASSWORD: got nothing, takes at least 12 .*\n$/,
    ],
    [
      'production with the demo key',
      { ...productionSecrets, LOGIN_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f' },
      /^Molde cannot start\. LOGIN_KEY: .*\n$/,
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
  it('starts in an empty folder, shares neither folder nor port, stops on SIGTERM and restarts after kill -9', async () => {
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

    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

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

    const killed = run({});
    await killed.listening;
    killed.child.kill('SIGKILL');
    await killed.ended;
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
