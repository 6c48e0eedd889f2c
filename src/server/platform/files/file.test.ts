import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { collectFiles } from './collection.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../../resources.ts';
import { addPerson } from '../../testing/people.ts';
import { formOf, png, sha256, type Part } from './testing.ts';

type Headers = Record<string, string>;
let app: TestApp;
let admin: Headers;
let other: Headers;
let foreign: Headers;

beforeAll(async () => {
  app = await testApp({ resources, env: { FILE_MAX_MB: '3', FILE_QUOTA_MB: '20', DISK_RESERVE_MB: '32' } });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await addPerson(app, 'other', { 'admin-user': 'r' });
  other = await app.sessionOf(app.tenants.acme, 'other');
  foreign = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(() => app.close());

async function upload(parts: readonly Part[], headers = admin) {
  const form = formOf(parts);
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/files',
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}
const send = (name: string, content: Buffer | string, type?: string) =>
  upload([{ name, content, ...(type ? { type } : {}) }]);
const get = (path: string, headers: Headers = admin) =>
  app.inject({ method: 'GET', url: `/adm/v2/files${path}`, headers });
const rowsOf = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from file`.execute(app.database.owner)).rows[0]!.n;
async function objects(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of app.kernel.files.store.list(app.tenants.acme)) found.push(key);
  return found.sort();
}

describe('a file', () => {
  it('should come back as it was, with its hash, its name and headers that let nothing run', async () => {
    const content = 'Olá;mundo\n'.repeat(5000);
    const { status, body } = await send('Relatório (1).csv', content, 'text/csv');
    expect([status, body]).toMatchObject([
      201,
      { data: { type: 'text/csv', bytes: Buffer.byteLength(content) } },
    ]);
    expect(body.data.sha256).toBe(sha256(content));
    const reply = await get(`/${body.data.id}?disposition=inline`, { ...admin, 'accept-encoding': 'gzip' });
    expect([reply.statusCode, reply.body]).toEqual([200, content]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(Buffer.byteLength(content)),
      'content-disposition': `attachment; filename="Relat_rio__1_.csv"; filename*=UTF-8''Relat%C3%B3rio%20%281%29.csv`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${sha256(content)}"`,
    });
    expect(reply.headers['content-encoding']).toBeUndefined();
  });

  it('should be sent in parts, and not at all to who has it', async () => {
    const { body } = await send('letters.txt', 'abcdefghij');
    const part = async (headers: Headers) => {
      const reply = await get(`/${body.data.id}`, { ...admin, ...headers });
      return [reply.statusCode, reply.body, reply.headers['content-range']];
    };
    expect(await part({ range: 'bytes=2-4' })).toEqual([206, 'cde', 'bytes 2-4/10']);
    expect(await part({ range: 'bytes=7-' })).toEqual([206, 'hij', 'bytes 7-9/10']);
    expect(await part({ range: 'bytes=-3' })).toEqual([206, 'hij', 'bytes 7-9/10']);
    expect(await part({ range: 'bytes=8-99' })).toEqual([206, 'ij', 'bytes 8-9/10']);
    for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=999999999999999-'])
      expect((await part({ range })).filter((_, at) => at !== 1)).toEqual([416, 'bytes */10']);
    // A text that is no single range is no range.
    for (const range of [
      'bytes=0-1,3-4',
      'bytes=4-2',
      'items=0-1',
      'bytes=a-b',
      'bytes=-',
      `bytes=${'0-1,'.repeat(900)}`,
    ])
      expect(await part({ range })).toEqual([200, 'abcdefghij', undefined]);
    const tag = `"${body.data.sha256}"`;
    expect(await part({ range: 'bytes=0-1', 'if-range': tag })).toEqual([206, 'ab', 'bytes 0-1/10']);
    expect((await part({ range: 'bytes=0-1', 'if-range': '"old"' }))[0]).toBe(200);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
      expect((await part({ 'if-none-match': known }))[0]).toBe(304);
    const head = await app.inject({ method: 'HEAD', url: `/adm/v2/files/${body.data.id}`, headers: admin });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  });

  it('should be visible to who sent it alone until a record keeps it', async () => {
    const { body } = await send('a.txt', 'mine');
    for (const path of [`/${body.data.id}`, `/${body.data.id}/address`]) {
      expect((await get(path)).statusCode).toBe(200);
      expect((await get(path, other)).statusCode).toBe(404);
      expect((await get(path, foreign)).statusCode).toBe(404);
    }
    const remove = (headers: Headers) =>
      app.inject({ method: 'DELETE', url: `/adm/v2/files/${body.data.id}`, headers });
    expect((await remove(other)).statusCode).toBe(404);
    expect((await remove(admin)).statusCode).toBe(200);
    expect((await get(`/${body.data.id}`)).statusCode).toBe(404);
    const { files } = app.kernel;
    const session = await app.database.enter(app.tenants.acme, null, 'write');
    const attach = files.attach(session.db, 1, body.data.id, { kind: 'card', id: 1 });
    await expect(attach).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await session.rollback();
  });

  it('should be readable by a signed address, in its session, for five minutes', async () => {
    const { body } = await send('a.txt', 'signed');
    const { address } = (await get(`/${body.data.id}/address`)).json().data;
    const open = (url: string, host = 'localhost') => app.inject({ method: 'GET', url, headers: { host } });
    expect((await open(address)).body).toBe('signed');
    const [path, token = ''] = address.split('token=');
    const [payload = '', mac] = token.split('.');
    const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/\n0\n/, '\n64\n'));
    const refused = [
      `${path}token=${changed.toString('base64url')}.${mac}`,
      `${path}token=${payload}.${'A'.repeat(43)}`,
      `${path}token=${payload}`,
      `${path}token=..`,
    ];
    for (const url of refused) expect((await open(url)).statusCode, url).toBe(403);
    expect((await open(address, 'beta.localhost')).statusCode).toBe(403);
    await sql`update session set revoked_at = now() where tenant_id = ${app.tenants.acme}`.execute(
      app.database.owner,
    );
    expect((await open(address)).json()).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('endereço'),
    });
    admin = await app.sessionOf(app.tenants.acme, 'admin');
    other = await app.sessionOf(app.tenants.acme, 'other');
  });

  it('should be stored once when its call is repeated', async () => {
    const headers = { ...admin, 'idempotency-key': 'once-and-once-only' };
    const before = await objects();
    const first = await upload([{ name: 'a.txt', content: 'again' }], headers);
    const second = await upload([{ name: 'a.txt', content: 'again' }], headers);
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await objects()).toHaveLength(before.length + 1);
    expect((await upload([{ name: 'a.txt', content: 'other' }], headers)).status).toBe(422);
  });
});

describe('a picture', () => {
  it('should be encoded again without metadata, with thumbnails', async () => {
    const polyglot = Buffer.concat([png(800, 400), Buffer.from('<script>alert(1)</script>')]);
    const { status, body } = await send('p.png', polyglot, 'image/png');
    expect([status, body.data]).toMatchObject([201, { type: 'image/png', width: 800, height: 400 }]);
    const picture = await get(`/${body.data.id}?disposition=inline`);
    expect(picture.rawPayload.includes('script')).toBe(false);
    expect(picture.rawPayload.includes('Secret')).toBe(false);
    expect(picture.headers['content-disposition']).toMatch(/^inline/);
    const small = await get(`/${body.data.id}?size=64&disposition=inline`);
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(small.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect(small.headers.etag).not.toBe(picture.headers.etag);
    const { body: text } = await send('a.txt', 'no picture');
    expect((await get(`/${text.data.id}?size=64`)).statusCode).toBe(404);
  });

  it.each([
    ['too wide', png(50_001, 1), 'pixels'],
    ['too many pixels', png(9000, 9000), 'milhões'],
    ['cut off', png(300, 300).subarray(0, 120), 'lida'],
    ['not a picture at all', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'é '],
    [
      'of another type',
      Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1'),
      'image/gif',
    ],
  ])('should be refused when it is %s', async (_name, content, message) => {
    const [rows, stored] = [await rowsOf(), await objects()];
    const { status, body } = await send('p.png', content, 'image/png');
    expect([status, body.code, body.message]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining(message),
    ]);
    expect([await rowsOf(), await objects()]).toEqual([rows, stored]);
  });

  it('should be refused when it is animated', async () => {
    const { default: sharp } = await import('sharp');
    const frames = Buffer.concat([Buffer.alloc(300, 10), Buffer.alloc(300, 200)]);
    const animated = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const { status, body } = await send('p.webp', animated);
    expect([status, body.message]).toEqual([400, expect.stringContaining('animadas')]);
  });
});

describe('a file that is not what it says', () => {
  it.each([
    ['a.pdf', 'plain text', undefined],
    ['a.txt', '%PDF-1.7\n%âãÏÓ', undefined],
    ['a.csv', 'a\0b', undefined],
    ['a.bin', 'plain text', 'application/pdf'],
    ['a.docx', '%PDF-1.7', undefined],
    ['a.svg', 'MZ\0\0', undefined],
  ])('should be refused: %s with %j', async (name, content, type) => {
    const { status, body } = await send(name, content, type);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', '/file']);
  });

  it.each([
    [
      'pessoas.csv',
      'Nome\nAna\nB\0ia',
      /“pessoas\.csv” tem um caractere nulo \(NUL\) na linha 3, byte 11 .*UTF-8/,
    ],
    ['pessoas.csv', Buffer.from('\ufeffNome\nAna', 'utf16le'), /“pessoas\.csv” está em UTF-16\. .*CSV UTF-8/],
    ['notas.txt', '\0', /linha 1, byte 1 /],
  ])('should name what no text has, and what to do: %s with %j', async (name, content, message) => {
    const { status, body } = await send(name, content);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.message).toMatch(message);
    expect(body.errors[0].message).toMatch(message);
  });

  it('should only be downloaded when a browser could run it', async () => {
    for (const [name, content] of [
      ['a.html', '<!doctype html><script>alert(1)</script>'],
      ['a.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a', 'nothing known'],
    ] as const) {
      const { body } = await send(name, content);
      const reply = await get(`/${body.data.id}?disposition=inline`);
      expect(reply.headers['content-type']).toBe('application/octet-stream');
      expect(reply.headers['content-disposition']).toMatch(/^attachment/);
    }
  });
});

describe('a form', () => {
  const refused = async (parts: readonly Part[], status = 400) => {
    const [rows, stored] = [await rowsOf(), await objects()];
    const reply = await upload(parts);
    expect([reply.status, reply.body.success]).toEqual([status, false]);
    expect([await rowsOf(), await objects()]).toEqual([rows, stored]);
    return reply.body;
  };
  const file = { name: 'a.txt', content: 'x' };

  it('should be refused with 5,000 parts, and with fields that pollute', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ field: `f${at}`, content: 'x' }));
    expect((await refused([...many, file])).message).toContain('20');
    await refused([file, ...many]);
    await refused([{ field: 'constructor', content: 'x' }, file]);
    await refused([{ field: '__proto__', content: 'x' }, file]);
    await refused([file, { field: 'tenantId', content: '1' }]);
    await refused([file, file]);
    await refused([{ ...file, field: 'other' }]);
    await refused([]);
    await refused([{ name: 'a.txt', content: '' }]);
  });

  it('should be refused when it is cut off', async () => {
    const stored = await objects();
    const form = formOf([{ name: 'a.txt', content: 'x'.repeat(100_000) }]);
    const reply = await app.inject({
      method: 'POST',
      url: '/adm/v2/files',
      headers: { ...admin, ...form.headers },
      payload: form.payload.subarray(0, 50_000),
    });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await objects()).toEqual(stored);
  });

  it('should leave nothing when the connection ends before it', async () => {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.fastify.server.address() as AddressInfo;
    const stored = await objects();
    const rows = await rowsOf();
    const form = formOf([{ name: 'a.bin', content: Buffer.alloc(2_000_000, 1) }]);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /adm/v2/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${admin['authorization']}\r\n` +
        `Content-Type: ${form.headers['content-type']}\r\nContent-Length: ${form.payload.length}\r\n\r\n`,
    );
    socket.write(form.payload.subarray(0, 1_000_000));
    await vi.waitFor(async () => expect(await rowsOf()).toBe(rows + 1));
    socket.destroy();
    await vi.waitFor(async () => expect(await rowsOf()).toBe(rows));
    expect(await objects()).toEqual(stored);
  });

  it.each([
    ['..', 400],
    ['a\u202egpj.exe', 400],
    ['a\u0000.txt', 400],
    ['\ud800.txt', 400],
    [`${'a'.repeat(300)}.txt`, 400],
    ['../../etc/passwd', 201],
    ['..\\..\\boot.ini', 201],
  ])('should get the name %j with %i', async (name, status) => {
    const reply = await upload([{ name, content: 'x' }]);
    expect(reply.status).toBe(status);
    if (status === 201) expect(reply.body.data.name).not.toMatch(/[/\\]/);
  });

  it('should say the limit of a file, before and after it is sent', async () => {
    expect((await get('/limits')).json().data).toMatchObject({ maxBytes: 3_145_728, quotaBytes: 20_971_520 });
    const body = await refused([{ name: 'a.bin', content: Buffer.alloc(3_145_729, 1) }], 413);
    expect(body.message).toContain('3 MB');
  });

  it('should be refused once the quota is used up, also by uploads that end together', async () => {
    const big = { name: 'a.bin', content: Buffer.alloc(3_000_000, 7) };
    const replies = await Promise.all(Array.from({ length: 9 }, () => upload([big])));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(6);
    expect(replies.find(({ status }) => status === 422)?.body.message).toContain('20 MB');
    const used = (await get('/limits')).json().data.usedBytes;
    const { rows } = await sql<{ bytes: number }>`
      select sum(stored_bytes)::bigint as bytes from file where tenant_id = ${app.tenants.acme}
        and state = 'stored'`.execute(app.database.owner);
    expect(used).toBe(rows[0]?.bytes);
    expect(used).toBeLessThanOrEqual(20_971_520);
  });
});

describe('the collection', () => {
  const collect = (hours: number) =>
    collectFiles(
      app.kernel.files,
      app.database.owner,
      app.fastify.log,
      undefined,
      Date.now() + hours * 3_600_000,
    );

  it('should remove what nobody kept and content without rows, and mark rows without content', async () => {
    await collect(25);
    expect([await rowsOf(), await objects()]).toEqual([0, []]);
    expect((await get('/limits')).json().data.usedBytes).toBe(0);
    const { store } = app.kernel.files;
    const content = async function* () {
      yield Buffer.from('nobody’s');
    };
    const { body } = await send('kept.txt', 'kept');
    await sql`update file set expires_at = null`.execute(app.database.owner);
    const [key = ''] = await objects();
    await store.write(`${app.tenants.acme}/aa/aaaaaaaa-0000-4000-8000-000000000000`, content());
    await collect(1);
    expect(await objects()).toHaveLength(2);
    await collect(25);
    expect(await objects()).toEqual([key]);
    await store.remove(key);
    await collect(25);
    expect((await get(`/${body.data.id}`)).statusCode).toBe(404);
    await store.write(key, content());
    await collect(25);
    expect((await get(`/${body.data.id}`)).statusCode).toBe(200);
  });

  it('should pass content that cannot be removed, and fail at its end', async () => {
    const { store } = app.kernel.files;
    const content = async function* () {
      yield Buffer.from('nobody’s');
    };
    const kept = await objects();
    for (const tenant of [app.tenants.acme, app.tenants.beta])
      for (const sign of ['a', 'b'])
        await store.write(
          `${tenant}/${sign}${sign}/${sign.repeat(8)}-0000-4000-8000-000000000000`,
          content(),
        );
    vi.spyOn(store, 'remove').mockRejectedValueOnce(new Error('held'));
    await expect(collect(25)).rejects.toThrow('1 steps failed');
    expect(await objects()).toHaveLength(kept.length + 1);
    await collect(25);
    expect(await objects()).toEqual(kept);
  });
});
