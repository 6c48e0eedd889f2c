import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedFetch, isPublicAddress, OutboundError } from './guarded-fetch.ts';
import { isIssuer } from './issuer.ts';

let server: Server | null = null;
afterEach(() => server?.closeAllConnections());
afterEach(() => server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const demo = guardedFetch({ allowLoopback: true, allowPrivate: false });
const production = guardedFetch({ allowLoopback: false, allowPrivate: false });
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundError ? error.reason : String(error)),
  );

describe('a call to a provider', () => {
  it.each([
    'https://127.0.0.1',
    'https://localhost',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
  ])('does not reach %s', async (address) => {
    expect(await reasonOf(production(`${address}/x`))).toBe('private');
  });

  it.each(['http://127.0.0.1', 'http://example.com', 'ftp://example.com', 'file:///etc/passwd', 'x', ''])(
    'does not go to %s in production',
    async (address) => {
      expect(await reasonOf(production(address))).toBe('address');
    },
  );

  it('goes to this machine outside production, and follows no redirect from there', async () => {
    let calls = 0;
    const address = await serve((_, response) => {
      calls += 1;
      response.writeHead(302, { location: '/other' }).end();
    });
    const answer = await demo(address);
    expect([answer.status, calls]).toEqual([302, 1]);
    expect(await reasonOf(production(address))).toBe('address');
    expect(await reasonOf(demo('https://10.0.0.1/'))).toBe('private');
  });

  it('is given up when the answer does not end, or is too large', async () => {
    const large = await serve((_, response) => response.end(Buffer.alloc(5_000_000)));
    expect(await reasonOf(demo(large))).toBe('large');
    const silent = await serve((_, response) => response.write('{'));
    expect(await reasonOf(demo(silent, { signal: AbortSignal.timeout(50) }))).toBe('slow');
  });

  it('fails clearly where nobody listens', async () => {
    const address = await serve(() => undefined);
    server?.close();
    expect(await reasonOf(demo(address))).toBe('unreachable');
    expect(await reasonOf(demo('https://does-not-exist.invalid'))).toBe('unreachable');
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['::ffff:10.0.0.1', false],
  ['224.0.0.1', false],
  ['::', false],
  ['x', false],
])('%s belongs to the internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

it.each([
  ['https://sign-in.example.com/realms/acme', true],
  ['http://localhost:4000', false],
  ['https://user:password@example.com', false],
  ['https://example.com?x=1', false],
  ['https://example.com#x', false],
  ['javascript:alert(1)', false],
])('%s is an issuer in production: %s', (text, expected) => {
  expect(isIssuer(text, false)).toBe(expected);
});
