import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3Store } from './s3-store.ts';

let folder: string;
let service: S3rver;
let store: S3Store;

const settings = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'molde',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'molde-s3-'));
  service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'molde', configs: [] }],
  });
  const { port } = await service.run();
  store = new S3Store(settings(port));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function* pieces(bytes: Buffer, size = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const keyOf = (at: number) => `7/ab/abcdef00-0000-4000-8000-${String(at).padStart(12, '0')}`;
const read = async (key: string, range: { start: number; end: number } | null = null) =>
  buffer(await store.read(key, range));
async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, modifiedAt } of store.list(7)) {
    expect(modifiedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    found.push(key);
  }
  return found;
}

it.each([0, 1, 1000, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 20_000_000])(
  'stores and reads %i bytes, whole and in part',
  async (size) => {
    const content = randomBytes(size);
    await store.write(keyOf(size), pieces(content));
    expect((await read(keyOf(size))).equals(content)).toBe(true);
    if (size > 10) expect(await read(keyOf(size), { start: 3, end: 9 })).toEqual(content.subarray(3, 10));
    expect(await keys()).toEqual([keyOf(size)]);
    await store.remove(keyOf(size));
    await store.remove(keyOf(size));
    expect(await keys()).toEqual([]);
    await expect(store.read(keyOf(size), null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);

it('leaves nothing when the content ends with an error', async () => {
  const content = async function* () {
    yield randomBytes(9_000_000);
    await Promise.resolve();
    throw new Error('cut off');
  };
  await expect(store.write(keyOf(1), content())).rejects.toThrow('cut off');
  expect(await keys()).toEqual([]);
});

it('reports a service that refuses, is full, damages content or is away', async () => {
  let answer: (method: string) => { status: number; length?: number } = () => ({ status: 403 });
  const server: Server = createServer((request, reply) => {
    request.resume().on('end', () => {
      const { status, length = 0 } = answer(request.method ?? '');
      reply.writeHead(status, { 'content-length': String(length) }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const failing = new S3Store(settings((server.address() as AddressInfo).port));
  const write = () => failing.write(keyOf(1), pieces(Buffer.from('abc')));
  await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  answer = () => ({ status: 507 });
  await expect(write()).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  answer = (method) => ({ status: 200, length: method === 'HEAD' ? 2 : 0 });
  await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
  await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

// The example of Amazon's documentation of Signature Version 4, "GET Object".
it('signs requests as the service expects', async () => {
  const signer = new AwsV4Signer({
    method: 'GET',
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    headers: {
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').update('').digest('hex'),
    },
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
    allHeaders: true,
  });
  const { headers } = await signer.sign();
  expect(headers.get('authorization')).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});
