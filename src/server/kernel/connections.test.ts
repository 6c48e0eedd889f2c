import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Type } from 'typebox';
import { TestSocket } from '../realtime/testing.ts';
import { testApp, type TestApp } from '../testing.ts';
import type { Resource } from './contract.ts';
import { route } from './route.ts';

/** Connections that send or read slowly, over real sockets: each address of the loopback network stands for a stranger. */

const PER_ADDRESS = 5;
const LARGE = 'x'.repeat(1_000_000);
let app: TestApp;
let port: number;
let mayAnswer: () => Promise<unknown> = () => Promise.resolve();
const sockets: Socket[] = [];

const echo: Resource = {
  name: 'echo',
  routes: [
    route({
      method: 'GET',
      url: '/adm/v2/test/large',
      access: 'public',
      summary: 'A large answer',
      reply: Type.Array(Type.String()),
      handle: async () => {
        await mayAnswer();
        return Array.from({ length: 16 }, () => LARGE);
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/test/receive',
      access: 'public',
      summary: 'Receives a body',
      input: { body: Type.Object({ text: Type.String() }) },
      reply: Type.Null(),
      handle: () => Promise.resolve(null),
    }),
  ],
};

beforeAll(async () => {
  app = await testApp({
    resources: () => [echo],
    env: { CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS), TRUSTED_PROXIES: '127.0.0.9' },
    // A hundredth of the time of a server.
    requestTimeoutMs: 300,
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.fastify.server.address() as AddressInfo);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => app.close());

/** A connection of an address, and the server's end of it. */
async function open(address: string): Promise<{ socket: Socket; end: Socket }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  sockets.push(socket);
  socket.on('error', () => undefined);
  const [end] = (await once(app.fastify.server, 'connection')) as [Socket];
  return { socket, end };
}

async function answer(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
const post = (fields: string): string =>
  `POST /adm/v2/test/receive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${fields}\r\n\r\n`;

/** Asks from an address of its own. */
async function neighbour(): Promise<string> {
  const { socket } = await open('127.0.0.3');
  socket.write(ask('/healthz'));
  return answer(socket);
}

it('refuses further connections of an address, and of no other', async () => {
  const held = [];
  for (let at = 0; at < PER_ADDRESS; at += 1) held.push(await open('127.0.0.2'));
  for (const { socket } of held) socket.write('G');
  const refused = await answer((await open('127.0.0.2')).socket);
  expect(refused).toContain('HTTP/1.1 429 Too Many Requests');
  expect(JSON.parse(refused.slice(refused.indexOf('{')))).toMatchObject({
    success: false,
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/conexões/),
  });
  expect(await neighbour()).toContain('HTTP/1.1 200');

  const [first] = held;
  first?.socket.destroy();
  await once(first!.end, 'close');
  const { socket } = await open('127.0.0.2');
  socket.write(ask('/healthz'));
  expect(await answer(socket)).toContain('HTTP/1.1 200');
});

it('counts no connections of a proxy, and real-time ones for their person', async () => {
  const { socket: last } = (
    await Promise.all(Array.from({ length: PER_ADDRESS + 3 }, () => open('127.0.0.9')))
  )[PER_ADDRESS + 2]!;
  last.write(ask('/healthz'));
  expect(await answer(last)).toContain('HTTP/1.1 200');

  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const opened: TestSocket[] = [];
  while (opened.length < PER_ADDRESS + 3) opened.push(await TestSocket.open(port, headers));
  await opened[PER_ADDRESS]!.settle();
  for (const { socket } of opened) socket.terminate();
});

it.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nX: ', '1'],
  ['a body', `${post('Content-Length: 100000')}{"text":"`, '1'],
  ['a body in chunks', post('Transfer-Encoding: chunked'), '1\r\n1\r\n'],
  ['nothing', '', ''],
])(
  'closes connections that send a byte at a time, and answers others meanwhile: %s',
  async (_name, begun, more) => {
    const slow: Awaited<ReturnType<typeof open>>[] = [];
    for (let at = 0; at < PER_ADDRESS; at += 1) slow.push(await open('127.0.0.2'));
    for (const { socket } of slow) socket.write(begun);
    const drip = setInterval(() => {
      for (const { socket } of slow) socket.write(more);
    }, 5);
    const ended = slow.map(({ end }) => once(end, 'close'));
    expect(await neighbour()).toContain('HTTP/1.1 200');
    await Promise.all(ended);
    clearInterval(drip);
  },
);

it('closes a connection whose answer nobody reads, and answers others meanwhile', async () => {
  const { socket, end } = await open('127.0.0.2');
  socket.write(ask('/adm/v2/test/large'));
  const ended = once(end, 'close');
  expect(await neighbour()).toContain('HTTP/1.1 200');
  await ended;
  expect(end.bytesWritten).toBeGreaterThan(16 * LARGE.length);
});

it('waits as long as an answer is being made', async () => {
  const { socket, end } = await open('127.0.0.2');
  mayAnswer = async () => {
    for (let waits = 0; waits < 2; waits += 1) await once(end, 'timeout');
  };
  socket.write(ask('/adm/v2/test/large'));
  const text = await answer(socket);
  mayAnswer = () => Promise.resolve();
  expect(text).toContain('HTTP/1.1 200');
  expect(text.length).toBeGreaterThan(16 * LARGE.length);
});
