import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

/** The own photo, and where others see it. */

type Headers = Record<string, string>;
let app: TestApp;
let ana: Person;
let headers: Headers;
let bias: Headers;
let foreign: Headers;

beforeAll(async () => {
  app = await testApp({ resources });
  ana = await addPerson(app, 'ana', { 'basic-uo': 'r' });
  await addPerson(app, 'bia', { 'admin-user': 'rd' });
  headers = await app.sessionOf(app.tenants.acme, 'ana');
  bias = await app.sessionOf(app.tenants.acme, 'bia');
  foreign = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(() => app.close());

const picture = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } });

async function put(content: Buffer, { name = 'a.jpg', field = 'file', as = headers } = {}) {
  const payload = Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  return app.inject({ method: 'PUT', url: '/adm/v2/sec/me/photo', headers: { ...as, ...type }, payload });
}
const get = (url: string, as: Headers = headers) => app.inject({ method: 'GET', url, headers: as });
const remove = () => app.inject({ method: 'DELETE', url: '/adm/v2/sec/me/photo', headers });
const stored = async (): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from file where owner_kind = 'photo'`.execute(
      app.database.owner,
    )
  ).rows[0]!.n;

describe('the own photo', () => {
  it('is square, upright, without metadata, and 512 and 64 pixels wide', async () => {
    // Left half red, right half blue; a quarter turn by EXIF puts the red half on top.
    const red = await picture(300, 600, '#ff0000').png().toBuffer();
    const content = await picture(600, 600, '#0000ff')
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { data } = (await put(content)).json();
    expect(data.photourl).toMatch(new RegExp(`^/adm/v2/sec/photo/${ana.id}/[0-9a-f]{32}$`));
    for (const size of [512, 64]) {
      const reply = await get(`${data.photourl}?size=${size}`);
      expect(reply.headers['cache-control']).toBe('private, max-age=31536000, immutable');
      const found = sharp(reply.rawPayload);
      expect(await found.metadata()).toMatchObject({ format: 'webp', width: size, height: size });
      expect((await found.metadata()).exif).toBeUndefined();
      const { data: pixels } = await found.raw().toBuffer({ resolveWithObject: true });
      expect([pixels[0]! > 200, pixels.at(-1)! > 200]).toEqual([true, true]);
      const below = size * (size - 1) * 3;
      expect(pixels[below + 2]! > 200).toBe(true);
    }
  });

  it('has its address wherever the person is shown, and loads only for who received it', async () => {
    const { data } = (await put(await picture(700, 500, '#00aa00').jpeg().toBuffer())).json();
    const { photourl } = data;
    expect((await get('/adm/v2/sec/me')).json().data).toMatchObject({ photourl, version: data.version });
    expect((await get(`/adm/v2/sec/profile/${ana.id}`, bias)).json().data.photourl).toBe(photourl);
    for (const list of ['/adm/v2/sec/user', '/adm/v2/dd/sec/user'])
      expect((await get(`${list}?name=ana`, bias)).json().data.rows).toMatchObject([{ photourl }]);
    expect((await get(photourl, bias)).statusCode).toBe(200);
    expect((await get(photourl, {})).statusCode).toBe(401);
    expect((await get(photourl, foreign)).statusCode).toBe(404);
    expect((await get(`/adm/v2/sec/photo/${ana.id}/${'0'.repeat(32)}`)).statusCode).toBe(404);
    expect((await get(`/adm/v2/sec/photo/${ana.id}/${photourl.slice(-32, -8)}`)).statusCode).toBe(404);
  });

  it('replaces the one before, whose address ends, and can be removed', async () => {
    const first = (await put(await picture(50, 80, '#111111').png().toBuffer(), { name: 'a.png' })).json();
    const second = (await put(await picture(80, 50, '#eeeeee').webp().toBuffer(), { name: 'a.webp' })).json();
    expect(await stored()).toBe(1);
    expect((await get(first.data.photourl)).statusCode).toBe(404);
    expect((await get(second.data.photourl)).statusCode).toBe(200);
    const removed = (await remove()).json();
    expect(removed.data).toMatchObject({ photourl: null, version: second.data.version + 1 });
    expect((await remove()).json().data.version).toBe(removed.data.version);
    expect([await stored(), (await get(second.data.photourl)).statusCode]).toEqual([0, 404]);
    const { rows } = await sql<{ after: unknown }>`
      select after from audit where entity = 'user' and entity_id = ${String(ana.id)} order by id desc limit 2`.execute(
      app.database.owner,
    );
    expect(rows.map(({ after }) => after)).toEqual([{ photourl: null }, { photourl: second.data.photourl }]);
  });

  it('goes with its person', async () => {
    const cara = await addPerson(app, 'cara', {});
    await put(await picture(50, 50, '#333333').png().toBuffer(), {
      name: 'a.png',
      as: await app.sessionOf(app.tenants.acme, 'cara'),
    });
    expect(await stored()).toBe(1);
    await sql`delete from access_group_member where user_id = ${cara.id}`.execute(app.database.owner);
    const reply = await app.inject({ method: 'DELETE', url: `/adm/v2/sec/user/${cara.id}`, headers: bias });
    expect([reply.statusCode, await stored()]).toEqual([200, 0]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string, string]>([
    ['a text', () => Buffer.from('no picture at all'), 'a.jpg', 'é '],
    ['a document', () => Buffer.from('%PDF-1.7 '), 'a.pdf', 'JPG, PNG ou WEBP'],
    ['a vector', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'JPG, PNG ou WEBP'],
    ['40 million pixels and more', () => picture(6400, 6300, '#123456').png().toBuffer(), 'a.png', '40'],
    ['a side of 50,001 pixels', () => picture(50_001, 1, '#123456').png().toBuffer(), 'a.png', '50'],
    [
      'a file that is cut off',
      async () => (await picture(600, 600, '#123').png().toBuffer()).subarray(0, 200),
      'a.png',
      'lida',
    ],
  ])('is refused when it is %s', async (_name, content, name, text) => {
    const reply = await put(await content(), { name });
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining(text)]);
    expect(await stored()).toBe(0);
  });

  it('is refused above 50 MB, and from nobody', async () => {
    const head = await picture(10, 10, '#123456').jpeg().toBuffer();
    const large = await put(Buffer.concat([head, Buffer.alloc(50 * 1024 * 1024)]));
    expect([large.statusCode, large.json().message]).toEqual([413, expect.stringContaining('50')]);
    expect((await put(head, { as: {} })).statusCode).toBe(401);
    expect((await put(head, { field: 'constructor' })).statusCode).toBe(400);
    expect(await stored()).toBe(0);
  });
});
