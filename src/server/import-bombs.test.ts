import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteSpec } from './kernel/contract.ts';
import { closeReader } from './kernel/reading/read-file.ts';
import { testApp, type TestApp } from './testing.ts';
import { SHEET, sheetXml, textRow, workbookOf, bookOf } from './testing/workbooks.ts';
import { resources } from './resources.ts';
import { addressOf, allRoutes } from './testing/people.ts';

/** Files that are small as they are sent and huge as they are read, through the routes that take files. */

const MB = 1024 * 1024;
// Entities share one route for files.
const imports = allRoutes()
  .filter(({ url, upload }) => upload && url.includes('import') && !/\/ent\/(?!company)/.test(url))
  .map((route): [string, RouteSpec] => [`${route.method} ${route.url}`, route]);
const isTable = (url: string): boolean => url.includes('/-/import');

let app: TestApp;
let admin: Record<string, string>;
let neighbour: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  neighbour = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(() => Promise.all([app.close(), closeReader()]));

const extensionOf = (content: Buffer): string =>
  content.toString('latin1', 0, 2) === 'PK'
    ? 'xlsx'
    : '{['.includes(String.fromCharCode(content[0]!))
      ? 'json'
      : 'csv';

function send(route: RouteSpec, content: Buffer, dryRun: boolean) {
  const field = (name: string, value: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const properties = (route.input?.body as { properties?: object } | undefined)?.properties ?? {};
  const given = { dryRun: String(dryRun), projectId: '1', mode: 'good' };
  const fields = Object.entries(given).filter(([name]) => name in properties);
  return app.inject({
    method: route.method,
    url: addressOf(route, 1),
    headers: { ...admin, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(fields.map(([name, value]) => field(name, value)).join('')),
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a.${extensionOf(content)}"\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });
}

const objectOf = (members: number, at: number): string =>
  `{${Array.from({ length: members }, (_, key) => `"k${at}_${key}":1`).join(',')}}`;

const bombs: [string, () => Buffer, RegExp, isLong?: true][] = [
  [
    '200,000 rows with one far cell each',
    () => workbookOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(200_000)),
    /coluna.*1\.?000|1\.?000.*coluna/,
  ],
  ['one cell of 60 MB', () => workbookOf(textRow('Name') + textRow('x'.repeat(60 * MB))), /1 MB/],
  ['200 times its size', () => workbookOf('<row><c><v>1</v></c></row>'.repeat(400_000)), /200/],
  ['101 levels', () => workbookOf('<a>'.repeat(101)), /100/],
  [
    'a million texts beside its cells',
    () =>
      bookOf({
        [SHEET]: sheetXml(textRow('Name')),
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_000_000)}</sst>`,
      }),
    /200/,
  ],
  ['a text with one line of 9 MB', () => Buffer.from(`Name\n"${'x'.repeat(9 * MB)}`), /linha|MB/],
  [
    'a text with 1,001 columns',
    () => Buffer.from(`Name${',a'.repeat(1000)}\nx\n`),
    /coluna.*1\.?000|1\.?000.*coluna/,
  ],
];

const notTables: [string, () => Buffer, RegExp, isLong?: true][] = [
  ['lists in 101 lists', () => Buffer.from(`{"format":"molde-views","a":${'['.repeat(101)}`), /100/],
  ['an object of 10,001 fields', () => Buffer.from(`{"a":${objectOf(10_001, 0)}}`), /10\.?000/],
  [
    'more than a million keys',
    () => Buffer.from(`[${Array.from({ length: 102 }, (_, at) => objectOf(9_999, at)).join(',')}]`),
    /1\.?000\.?000/,
    true,
  ],
  // Below every limit: it is too large for the thread's memory, or no file of views, and ends neither thread nor process.
  [
    'almost a million different keys',
    () => Buffer.from(`[${Array.from({ length: 99 }, (_, at) => objectOf(9_999, at)).join(',')}]`),
    /./,
  ],
];

describe.each(imports)('%s', (_name, route) => {
  it.each(isTable(route.url) ? bombs : notTables)(
    'refuses a file of %s by the limit, while another tenant is answered',
    async (_shape, file, message, isLong) => {
      const content = file();
      for (const dryRun of [true, false]) {
        const order: string[] = [];
        const bomb = send(route, content, dryRun).then((answer) => {
          order.push('bomb');
          return answer;
        });
        const beside = app.inject({ url: '/adm/v2/sec/me', headers: neighbour }).then(({ statusCode }) => {
          order.push(`neighbour ${statusCode}`);
        });
        const answer = await bomb;
        await beside;
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(answer.json().message).toMatch(message);
        // Most are refused early; the ones that take long leave the others their turn.
        expect(order).toEqual(isLong ? ['neighbour 200', 'bomb'] : expect.arrayContaining(['neighbour 200']));
      }
    },
  );
});

it('covers the routes that import files', () => {
  expect(imports.filter(([name]) => isTable(name)).length).toBeGreaterThanOrEqual(2);
  expect(imports.filter(([name]) => !isTable(name)).length).toBeGreaterThanOrEqual(1);
});
