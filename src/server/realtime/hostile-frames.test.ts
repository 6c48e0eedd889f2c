import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closeCodes } from '../../contracts/events.ts';
import { resources } from '../resources.ts';
import { addPerson } from '../testing/people.ts';
import { testApp, type TestApp } from '../testing.ts';
import { listen, TestSocket } from './testing.ts';

/** Everything that a client can send over a real socket: it gets an error or is closed with a code, its neighbours are answered, and nothing is logged as a fault. */

type Headers = Record<string, string>;

let app: TestApp;
let port: number;
let sender: Headers;
let neighbour: TestSocket;
const lines: string[] = [];
const clients: TestSocket[] = [];

beforeAll(async () => {
  app = await testApp({
    resources,
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
  port = await listen(app);
  await addPerson(app, 'sender', { 'basic-company': 'r' });
  sender = await app.sessionOf(app.tenants.acme, 'sender');
  neighbour = await TestSocket.open(port, await app.sessionOf(app.tenants.beta, 'admin'));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate();
});
afterAll(async () => {
  neighbour.socket.terminate();
  await app.close();
});

async function connect(): Promise<TestSocket> {
  const client = await TestSocket.open(port, sender);
  clients.push(client);
  return client;
}

/** The neighbour of another tenant is answered, calls are too, and nothing was logged as a fault. */
async function expectQuiet(): Promise<void> {
  await neighbour.settle();
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
}

const utf8 = (...bytes: number[]): Buffer =>
  Buffer.concat([Buffer.from('{"type":"SUB","topics":["'), Buffer.from(bytes), Buffer.from('"]}')]);
const nested = (depth: number, begin: string, end: string): string => begin.repeat(depth) + end.repeat(depth);

it.each([
  ['a NUL byte', Buffer.from('{"type":"PING"\0}'), 'BAD_JSON'],
  ['an escaped NUL', '{"type":"SUB","topics":["entity:company\\u0000"]}', 'VALIDATION_FAILED'],
  ['a NUL as a key', '{"type":"SUB","topics":{"entity:company\\u0000":1}}', 'VALIDATION_FAILED'],
  ['half a surrogate pair', '{"type":"SUB","topics":["entity:\\ud83d"]}', 'VALIDATION_FAILED'],
  ['half a surrogate pair as a key', '{"type":"UNSUB","topics":{"\\udc00":1}}', 'VALIDATION_FAILED'],
  ['half a surrogate pair as the type', '{"type":"\\ud800"}', 'VALIDATION_FAILED'],
  ['lists in lists', nested(15_000, '[', ']'), 'VALIDATION_FAILED'],
  [
    'lists in lists in the place of a topic',
    `{"type":"SUB","topics":${nested(14_000, '[', ']')}}`,
    'VALIDATION_FAILED',
  ],
  [
    'objects in objects',
    `{"type":"SUB","topics":${nested(4_900, '{"a":', '}').replace(':}', ':1}')}}`,
    'VALIDATION_FAILED',
  ],
  ['a depth that is not closed', '['.repeat(30_000), 'BAD_JSON'],
  ['a number of 29,000 digits', `{"type":"SUB","topics":{"def":${'9'.repeat(29_000)}}}`, 'VALIDATION_FAILED'],
  ['a key that reaches a prototype', '{"type":"PING","__proto__":{"type":"SUB"}}', 'VALIDATION_FAILED'],
  ['a mark of the byte order', '\ufeff{"type":"PING"}', 'BAD_JSON'],
])('tells of %s, and goes on', async (_name, message, code) => {
  const client = await connect();
  client.socket.send(message, { binary: false });
  const { type, data } = await client.next();
  expect([type, data]).toEqual(['ERROR', { code, message: expect.stringMatching(/^The message/) }]);
  await client.settle();
  await expectQuiet();
});

it.each([
  ['a byte that no character begins with', utf8(0xff)],
  ['half a surrogate pair in bytes', utf8(0xed, 0xa0, 0xbd)],
  ['a character that is cut off', utf8(0xf0, 0x9f, 0x98)],
  ['a character written longer than it is', utf8(0xc0, 0x80)],
])('closes a socket that sends %s', async (_name, bytes) => {
  const client = await connect();
  client.socket.send(bytes, { binary: false });
  expect(await client.closed).toBe(1007);
  await expectQuiet();
});

it.each([
  ['3 MB in one message', 3_000_000, 1],
  ['3 MB in 60 parts', 50_000, 60],
])('closes a socket that sends %s', async (_name, bytes, parts) => {
  const client = await connect();
  for (let at = 1; at <= parts; at += 1) client.socket.send('x'.repeat(bytes), { fin: at === parts });
  expect(await client.closed).toBe(1009);
  await expectQuiet();
});

it('answers a message of bytes as one that it cannot read', async () => {
  const client = await connect();
  client.socket.send(randomBytes(3000), { binary: true });
  expect((await client.next()).data).toMatchObject({ code: 'BAD_JSON' });
  await client.settle();
  await expectQuiet();
});

it.each([
  ['a reserved opcode', [0x83, 0x80, 0, 0, 0, 0]],
  ['a part of no message', [0x80, 0x80, 0, 0, 0, 0]],
  ['a frame without a mask', [0x81, 0x01, 0x78]],
  ['a control frame of 126 bytes', [0x89, 0xfe, 0, 126, 0, 0, 0, 0]],
  ['a close with a code that is none', [0x88, 0x82, 0, 0, 0, 0, 0, 1]],
  ['a length beyond all numbers', [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
])('closes a socket that sends %s', async (_name, bytes) => {
  const client = await connect();
  const raw = (client.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
  raw.write(Buffer.from(bytes));
  expect([1002, 1009]).toContain(await client.closed);
  await expectQuiet();
});

it('tells a socket that sends 10,000 messages at once, and closes it', async () => {
  const client = await connect();
  for (let at = 0; at < 10_000; at += 1) client.send({ type: 'PING' });
  await neighbour.settle();
  expect(await client.closed).toBe(closeCodes.tooMany);
  expect(client.of('PONG').length).toBeGreaterThanOrEqual(40);
  expect(client.of('PONG').length).toBeLessThan(1000);
  expect(client.of('ERROR').map(({ data }) => data)).toEqual([
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }),
  ]);
  await expectQuiet();
});

it.each(['ping', 'pong'] as const)('counts control frames as messages: %s', async (kind) => {
  const client = await connect();
  for (let at = 0; at < 10_000; at += 1) client.socket[kind]('x'.repeat(125));
  expect(await client.closed).toBe(closeCodes.tooMany);
  await expectQuiet();
});
