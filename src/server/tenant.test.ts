import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCluster } from './testing.ts';
import { isNightly } from './testing/nightly.ts';
import { bundlePrograms, productionSecrets } from './testing/process.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-tenant-'));
const programs = bundlePrograms();
afterAll(() => {
  programs.end();
  rmSync(home, { recursive: true, force: true });
});

const settings = { ...productionSecrets, DATA_DIR: join(home, 'data') };
const tenant = (...args: string[]) => programs.run('tenant', args, settings).ended;

describe('npm run tenant', () => {
  it.each([
    [['create', 'Acme', '--host', 'acme.example'], /^the key Acme: takes lower case letters, digits and -, /],
    [['create', 'acme'], /^a tenant needs at least one --host\n$/],
    [
      ['create', 'acme', '--host', 'http://acme.example'],
      /^--host http:\/\/acme\.example is not a host name /,
    ],
    [
      ['picture-hosts', 'acme', '--host', 'https://x.example'],
      /^--host https:\/\/x\.example is not a host name /,
    ],
    [['create'], /^npm run tenant -- create <key> /],
    [['remove', 'acme'], /^npm run tenant -- create <key> /],
    [['list', '--all'], /^npm run tenant -- create <key> /],
  ])('refuses %j in one line without opening a database', async (args, line) => {
    expect(await tenant(...args)).toEqual({ code: 1, output: expect.stringMatching(line) });
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  it('creates, lists and disables tenants once the server has stopped', async () => {
    await createCluster(settings.DATA_DIR);
    const server = programs.run('main', [], settings);
    await server.listening;
    expect(server.output()).toContain('There is no tenant yet');
    expect(server.output()).toContain('npm run tenant -- create <key> --host <host>');
    expect(await tenant('list')).toEqual({
      code: 1,
      output: `DATA_DIR ${settings.DATA_DIR} is open in another process; stop that one first\n`,
    });
    await fetch(`${await server.listening}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(await programs.run('doctor', [], settings).ended).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^ok .*\n[^]*\nwarning  proxy: 127\.0\.0\.1 sent the header x-forwarded-for /m,
      ),
    });
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);

    expect(await tenant('create', 'acme', '--host', 'Acme.example', '--host', 'www.acme.example')).toEqual({
      code: 0,
      output:
        'created acme on Acme.example, www.acme.example; first administrator: admin, password from ADMIN_PASSWORD\n',
    });
    const taken = await tenant('create', 'other', '--host', 'acme.example');
    expect(taken).toEqual({ code: 1, output: 'the key other or one of its hosts is taken\n' });
    expect(
      (await tenant('picture-hosts', 'acme', '--host', 'Img.example', '--host', '*.cdn.example')).output,
    ).toBe('pictures of acme load at once from img.example, *.cdn.example\n');
    const nobody = isNightly ? ['picture-hosts', 'disable'] : ['disable'];
    for (const command of nobody)
      expect(await tenant(command, 'nobody')).toEqual({ code: 1, output: 'there is no tenant nobody\n' });
    expect((await tenant('disable', 'acme')).output).toBe(
      'disabled acme; its sessions end with their next request\n',
    );
    expect((await tenant('list')).output).toBe('acme\tacme\tdisabled\tacme.example\twww.acme.example\n');
  }, 300_000);
});
