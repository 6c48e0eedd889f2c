import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

const app = await testApp({ resources });
let admin: Record<string, string>;
let reader: Record<string, string>;
beforeAll(async () => {
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await app.database.owner
    .insertInto('app_user')
    .values({
      tenant_id: app.tenants.acme,
      name: 'Ana',
      email: 'a@acme.example',
      login: 'ana',
      is_user: true,
    })
    .execute();
  reader = await app.sessionOf(app.tenants.acme, 'ana');
});
afterAll(() => app.close());

const url = '/adm/v2/config/appearance';
const picture = (width: number, height: number, color = '#ff8800') =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

interface Part {
  name: string;
  value: string | Buffer;
  file?: string;
  type?: string;
}

/** A multipart body as a browser sends it. */
function formOf(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const pieces = parts.flatMap(({ name, value, file, type }) => [
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n${
        file ? `content-type: ${type ?? 'image/png'}\r\n` : ''
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([...pieces, Buffer.from('--b--\r\n')]),
  };
}

async function save(parts: readonly Part[], headers = admin) {
  const form = formOf(parts);
  return app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload });
}
const read = async () => (await app.inject({ url, headers: admin })).json().data;
const files = async () =>
  (await app.database.owner
    .selectFrom('file' as never)
    .selectAll()
    .execute()) as { state: string }[];

describe('the appearance', () => {
  it('is changed by who may, in what the form names, with its audit', async () => {
    const before = await read();
    const saved = await save([
      { name: 'menuColor', value: '#102030' },
      { name: 'loginLayout', value: JSON.stringify({ selectedLayout: 2, coverText: 'Açaí & cia' }) },
      { name: 'version', value: String(before.version) },
    ]);
    expect(saved.json()).toMatchObject({
      success: true,
      message: 'Configurações salvas com sucesso.',
      data: {
        menuColor: '#102030',
        actionColor: before.actionColor,
        loginLayout: { selectedLayout: 2, coverText: 'Açaí & cia' },
        version: before.version + 1,
      },
    });
    const shell = await app.inject({ url: '/adm/v2/user/home', headers: admin });
    expect(shell.json().data.colors.menuColor).toBe('#102030');
    const entry = await app.database.owner
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'appearance')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ menuColor: '#102030', coverText: 'Açaí & cia' });
    expect(entry.after).not.toHaveProperty('actionColor');
    const { data } = (await app.inject({ url: `/adm/v2/audit/${entry.id}`, headers: admin })).json();
    expect(data).toMatchObject({ recordTitle: 'Aparência', entityTitle: 'Aparência' });
    expect(data.changes.map(({ label }: { label: string }) => label)).toContain('Cor do menu');
  });

  it('is published to all open pages', async () => {
    const lastEvent = () =>
      sql<{ type: string; data: unknown }>`
        select e.type, e.data from event e join topic t on t.tenant_id = e.tenant_id and t.id = e.topic_id
        where t.name = 'appearance' and t.tenant_id = ${app.tenants.acme} order by e.seq desc limit 1`.execute(
        app.database.owner,
      );
    const { data } = (await save([{ name: 'secondaryColor', value: '#102030' }])).json();
    expect((await lastEvent()).rows).toEqual([{ type: 'APPEARANCE', data: { version: data.version } }]);
  });

  it('stays as it is without a change, and takes the colours of the product for an empty one', async () => {
    const before = await read();
    expect((await save([{ name: 'menuColor', value: before.menuColor }])).json().data.version).toBe(
      before.version,
    );
    expect((await save([{ name: 'menuColor', value: '' }])).json().data.menuColor).toBe('#1A2B3B');
  });

  it('is neither read nor changed without the right', async () => {
    expect((await app.inject({ url, headers: reader })).statusCode).toBe(403);
    expect((await save([{ name: 'menuColor', value: '#000000' }], reader)).statusCode).toBe(403);
  });

  it('refuses a version that somebody changed since, with the current one', async () => {
    const { version } = await read();
    const refused = await save([
      { name: 'actionColor', value: '#000000' },
      { name: 'version', value: String(version - 1) },
    ]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().data.version).toBe(version);
  });

  it.each([
    [{ name: 'menuColor', value: 'red; }' }, '/menuColor'],
    [{ name: 'loginLayout', value: '{"selectedLayout":3}' }, '/selectedLayout'],
    [{ name: 'loginLayout', value: '{"actionColor":"blue"}' }, '/loginColor'],
    [{ name: 'loginLayout', value: '{' }, '/loginLayout'],
    [{ name: 'loginLayout', value: '[1]' }, '/loginLayout'],
    [{ name: 'loginLayout', value: 'null' }, '/loginLayout'],
    [{ name: 'loginLayout', value: '"text"' }, '/loginLayout'],
    [{ name: 'loginLayout', value: JSON.stringify({ coverText: 'x'.repeat(201) }) }, '/coverText'],
    [{ name: 'constructor', value: 'x' }, '/constructor'],
    [{ name: 'imageOther', value: 'x', file: 'a.png' }, '/imageOther'],
    [{ name: 'imageLogin', value: 'no picture', file: 'a.png' }, '/imageLogin'],
    [
      { name: 'imageLogin', value: '<svg xmlns="http://www.w3.org/2000/svg"/>', file: 'a.svg' },
      '/imageLogin',
    ],
  ])('refuses %o at its field', async (part, path) => {
    const before = await read();
    const stored = (await files()).length;
    const refused = await save([part]);
    expect(refused.statusCode, refused.body).toBe(400);
    expect(refused.json().errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await read()).toEqual(before);
    expect(await files()).toHaveLength(stored);
  });

  it('shows what a colour looks like', async () => {
    const refused = await save([{ name: 'menuColor', value: 'azul' }], { ...admin, 'accept-language': 'en' });
    expect(refused.json().errors[0].message).toContain('#1A2B3B');
  });

  it('names the fields that take a file where another one has it', async () => {
    const refused = await save([{ name: 'imageOther', value: 'x', file: 'a.png' }]);
    expect(refused.json().errors[0].message).toContain(
      'imageNameMenu, imageIconMenu, imageLogin, coverImage',
    );
  });
});

describe('its pictures', () => {
  it('are re-encoded, answered by their specified names, replaced and removed', async () => {
    const saved = await save([
      { name: 'imageNameMenu', value: await picture(300, 60), file: 'menu.png' },
      { name: 'imageIconMenu', value: await picture(64, 64), file: 'icon.png' },
      { name: 'imageLogin', value: await picture(400, 80), file: 'login.png' },
      { name: 'coverImage', value: await picture(900, 600), file: 'cover.png' },
    ]);
    expect(saved.statusCode, saved.body).toBe(200);
    const shell = await app.inject({ url: '/adm/v2/user/home', headers: admin });
    const { LAYOUT_HOME_LOGO_LG: large, LAYOUT_HOME_LOGO_XS: small } = shell.json().data.images;
    const sizeOf = async (dataUrl: string) => {
      const { width, height } = await sharp(Buffer.from(dataUrl.split(',')[1]!, 'base64')).metadata();
      return [width, height];
    };
    expect(await sizeOf(large)).toEqual([300, 60]);
    expect(await sizeOf(small)).toEqual([64, 64]);
    const home = await app.inject({ url: '/adm/v2/pub/home' });
    expect(await sizeOf(home.json().data.images.LAYOUT_LOGIN_LOGO)).toEqual([400, 80]);
    const { coverImage } = home.json().data.loginLayout;
    const cover = await app.inject({ url: coverImage });
    expect(cover.headers['content-type']).toBe('image/png');
    expect((await sharp(cover.rawPayload).metadata()).width).toBe(900);

    const kept = await files();
    await save([
      { name: 'imageLogin', value: await picture(200, 50, '#0000ff'), file: 'other.png' },
      { name: 'coverImage', value: '' },
    ]);
    const after = await app.inject({ url: '/adm/v2/pub/home' });
    expect(await sizeOf(after.json().data.images.LAYOUT_LOGIN_LOGO)).toEqual([200, 50]);
    expect(after.json().data.loginLayout.coverImage).toBeNull();
    expect((await app.inject({ url: coverImage })).statusCode).toBe(404);
    expect(await files()).toHaveLength(kept.length - 1);
  });

  it('leave nothing behind when the change is refused', async () => {
    const stored = (await files()).length;
    const refused = await save([
      { name: 'version', value: '0' },
      { name: 'imageLogin', value: await picture(10, 10), file: 'a.png' },
    ]);
    expect(refused.statusCode).toBe(409);
    expect(await files()).toHaveLength(stored);
  });
});

it('refuses a form that ends within a picture, and goes on answering', async () => {
  const { headers, payload } = formOf([{ name: 'imageLogin', value: await picture(8, 8), file: 'a.png' }]);
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { ...admin, ...headers },
    payload: payload.subarray(0, -12),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await app.inject({ url, headers: admin })).statusCode).toBe(200);
});
