import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources: () => [] });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends bytes as they are and gives back the whole answer. */
async function send(bytes: string): Promise<string> {
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
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
])('answers %s with the envelope', async (_what, bytes, status, code) => {
  const answer = await send(bytes);
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('{"'), answer.lastIndexOf('}') + 1));
  expect(body).toMatchObject({ success: false, code, message: expect.stringMatching(/\S{3}/) });
});
