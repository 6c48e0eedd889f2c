import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Type } from 'typebox';
import { testApp, type TestApp } from '../testing.ts';
import type { Resource } from './contract.ts';
import { route } from './route.ts';

let app: TestApp;
const lines: string[] = [];
const receiver: Resource = {
  name: 'receiver',
  routes: [
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
    resources: () => [receiver],
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends bytes as they are and returns the whole answer, once the server has closed the connection. */
async function send(bytes: string, to = app): Promise<string> {
  const socket = connect((to.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

it.each([
  ['no request at all', 'nonsense\r\n\r\n', '400 Bad Request', 'VALIDATION_FAILED'],
  [
    'a header beyond the limit',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header',
    'BODY_TOO_LARGE',
  ],
  [
    'two hosts',
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost: beta.localhost\r\nConnection: close\r\n\r\n',
    '400 Bad Request',
    'VALIDATION_FAILED',
  ],
])('answers %s with the envelope', async (_name, bytes, status, code) => {
  const answer = await send(bytes);
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('{"'), answer.lastIndexOf('}') + 1));
  expect(body).toMatchObject({ success: false, code, message: expect.stringMatching(/\S{3}/) });
});

it('cuts off headers and bodies that do not arrive in time', async () => {
  expect(app.fastify.server.headersTimeout).toBe(30_000);
  // Behaves like the server above, in a hundredth of the time.
  const impatient = await testApp({
    resources: () => [receiver],
    database: app.database,
    requestTimeoutMs: 300,
  });
  await impatient.fastify.listen({ port: 0, host: '127.0.0.1' });
  for (const bytes of ['GET / HTTP/1.1\r\nHost: loc', `${post(100)}{"te`]) {
    const answer = await send(bytes, impatient);
    expect(answer).toContain('HTTP/1.1 408 Request Timeout');
    expect(answer).toContain('"code":"TIMED_OUT"');
  }
  await impatient.close();
});

it('logs no error when a caller closes the connection within its body', async () => {
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST /adm/v2/test/receive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te',
  );
  const [request] = (await once(app.fastify.server, 'request')) as [IncomingMessage];
  await vi.waitFor(() => expect(request.listenerCount('data')).toBeGreaterThan(0));
  const requestError = once(request, 'error');
  socket.destroy();
  await requestError;
  // Waits for the database, as the handling of the broken body does.
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

const post = (length: number): string =>
  `POST /adm/v2/test/receive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

it('reads a body that is too large to its end, so that the caller gets the 413', async () => {
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  const failed = vi.fn();
  socket.on('error', failed);
  const body = JSON.stringify({ text: 'x'.repeat(5_000_000) });
  // Simple clients read nothing until they have sent everything.
  await new Promise((resolve) => socket.write(post(body.length) + body, resolve));
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await vi.waitFor(() => expect(answer).toContain('}'));
  expect(answer).toContain('HTTP/1.1 413');
  expect(answer).toContain('"code":"BODY_TOO_LARGE"');
  // The connection can still be used.
  answer = '';
  socket.write(`${post(2)}{}`);
  await vi.waitFor(() => expect(answer).toContain('"code":"VALIDATION_FAILED"'));
  expect(failed).not.toHaveBeenCalled();
  socket.destroy();
});

it('closes the connection of a caller that never stops sending', async () => {
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(post(1_000_000_000));
  const chunk = Buffer.alloc(1_000_000, 'x');
  for (let sent = 0; sent < 64 && !socket.destroyed; sent += 1) {
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
  }
  await closed;
});

const position = /line 2, column \d+/;
it.each([
  ['cut off', '{"text":\n "x', '', expect.stringMatching(position)],
  [
    'of a key that reaches a prototype',
    '{"text":"a","a":[{"__proto__":{}}]}',
    '/a/0/__proto__',
    expect.stringContaining("'__proto__'"),
  ],
])('names the position of an error in a body: %s', async (_, payload, path, message) => {
  const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
  const answer = await app.inject({ method: 'POST', url: '/adm/v2/test/receive', headers, payload });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { code: 'BAD_JSON', errors: [{ path, message, remedy: expect.stringMatching(/\S/) }] },
  ]);
});
