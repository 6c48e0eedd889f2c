import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteSpec } from './kernel/contract.ts';
import { testApp, type TestApp } from './testing.ts';
import { closeReader } from './kernel/reading/read-file.ts';
import { resources } from './resources.ts';
import { addressOf, allRoutes } from './testing/people.ts';

/**
 * Sends NUL, halves of characters and bytes that are no UTF-8 at every place of a form: names of files and fields, values, and
 * cells of files. Nothing is a 500, and what is stored is storable.
 */

const uploads = allRoutes()
  .filter((route) => route.upload)
  .map((route): [string, RouteSpec] => [`${route.method} ${route.url}`, route]);

/** Bytes that no text column takes. */
const broken: [string, Buffer][] = [
  ['a NUL character', Buffer.from('a\0b')],
  ['half of a character', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62])],
  ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x62])],
  ['half of a character in JSON', Buffer.from('{"a":"\\ud800"}')],
];

let app: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => Promise.all([app.close(), closeReader()]));

function propertiesOf(schema: unknown): object {
  return (schema as { properties?: object } | undefined)?.properties ?? {};
}

interface Part {
  name: Buffer | string;
  file?: Buffer | string;
  value: Buffer | string;
}

function send(route: RouteSpec, parts: readonly Part[]) {
  const chunks = parts.flatMap(({ name, file, value }) => [
    '--b\r\ncontent-disposition: form-data; name="',
    name,
    '"',
    ...(file === undefined ? [] : ['; filename="', file, '"']),
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return app.inject({
    method: route.method,
    url: addressOf(route, 1),
    headers: { ...admin, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([...chunks, '--b--\r\n'].map((chunk) => Buffer.from(chunk))),
  });
}

const partOf = ({ upload }: RouteSpec): string => {
  if (upload?.kind === 'stream') return upload.part ?? 'file';
  return upload?.kind === 'multipart' ? (upload.files?.[0] ?? 'file') : 'file';
};

describe.each(broken)('a form with %s', (_, bytes) => {
  it.each(uploads)('is refused or taken, and never fails, by %s', async (_name, route) => {
    const file = { name: partOf(route), file: 'a.txt', value: 'Name\nx\n' };
    const fields = Object.keys(propertiesOf(route.input?.body));
    for (const parts of [
      [{ ...file, file: Buffer.concat([bytes, Buffer.from('.txt')]) }],
      [{ ...file, value: bytes }],
      [{ ...file, name: bytes }],
      [file, { name: bytes, value: 'x' }],
      ...fields.map((name) => [{ name, value: bytes }, file]),
    ]) {
      const answer = await send(route, parts);
      expect([answer.statusCode < 500, answer.body]).toEqual([true, expect.any(String)]);
      // A file in quarantine may have any name; it is none that another text could be cut by.
      const { rows } = await sql<{ name: string }>`select name from file`.execute(app.database.owner);
      for (const { name } of rows) expect(name).not.toMatch(/[\0\p{Cs}]/u);
    }
  });
});

describe('a file to import with such cells', () => {
  const imports = uploads.filter(([name]) => name.includes('import'));
  const table = (cell: string): string =>
    `Nome,Name,title,Título\n${cell},${cell},${cell},${cell}\nboa,boa,boa,boa\n`;
  it.each(imports)('names the row or keeps it storable, by %s', async (_name, route) => {
    for (const content of [
      table('a\0b'),
      table('"\0"'),
      '{"format":"molde-views","version":1,"definitions":[{"kind":"dashboard","id":"a\\u0000","title":"\\ud800"}]}',
      '{"name":"\\u0000","lists":[{"id":"1","name":"\\ud800"}],"cards":[{"idList":"1","name":"a\\u0000b"}]}',
    ]) {
      for (const dryRun of ['true', 'false']) {
        const answer = await send(route, [
          { name: 'dryRun', value: dryRun },
          { name: 'mode', value: 'good' },
          { name: partOf(route), file: 'a.csv', value: content },
        ]);
        expect([answer.statusCode < 500, answer.body]).toEqual([true, expect.any(String)]);
      }
    }
  });
});

it('covers all uploads', () => {
  expect(uploads.length).toBeGreaterThanOrEqual(7);
});
