import { afterAll, describe, expect, it, vi } from 'vitest';
import { GuardedThread, Stopped } from '../../threads/guarded-thread.ts';
import {
  bookOf,
  changeEntry,
  SHEET,
  sheetXml,
  textRow,
  TEXTS,
  workbookOf,
  zipOf,
} from '../../testing/workbooks.ts';
import { AppError } from '../errors.ts';
import { fileLimits, READING_MEMORY_MB, requestLimits } from './limits.ts';
import { closeReader, FileReading, inReadingTurn, readAll, readTable, streamTable } from './read-file.ts';
import { RowCollector, type TableRows } from './rows.ts';
import { SharedTexts } from './shared-texts.ts';
import { sourceOf } from './source.ts';

afterAll(closeReader);

/** Of a job that nobody stops. */
const { signal } = new AbortController();

const MB = 1024 * 1024;
const head = textRow('name', 'cnpj');

/** Text that hardly gets smaller. */
function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'read',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const { message, params, errors } = error.options;
      expect(error.code).toBe('VALIDATION_FAILED');
      expect(errors).toEqual([{ path: '/file', key: message, params }]);
      return [message?.replace('errors.import.', ''), params];
    },
  );

const cells = (table: { rows: { row: number; cells: ReadonlyMap<number, unknown> }[] }) =>
  table.rows.map(({ row, cells: all }) => [row, Object.fromEntries(all)]);

describe('a workbook', () => {
  it('is read as rows of the cells that have values', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="AA1" t="s"><v>0</v></c></row>
      <row r="3"><c r="B3"><v>1.5</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" s="4"/><c r="E3"><f>A1</f><v>2</v></c></row>
      <row r="4"><c r="A4" s="1"/></row><row r="9"><c t="str"><v>x</v></c><c r="C9" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>`;
    const table = await readTable(1, sourceOf(workbookOf(rows, '<si><t>á</t></si><si><t>name</t></si>')));
    expect(cells(table)).toEqual([
      [1, { 0: 'name', 26: 'á' }],
      [3, { 1: 1.5, 2: true, 4: 2 }],
      [9, { 0: 'x', 2: 'ab' }],
    ]);
    expect(table).toMatchObject({ total: 3, notation: { decimal: null }, exceeds: null });
  });

  it('is read whatever program wrote it: stored, with ZIP64, with a comment', async () => {
    const stored = bookOf({ [SHEET]: sheetXml(head) }, 0);
    expect((await readTable(1, sourceOf(stored))).total).toBe(1);
    const end = Buffer.from(stored.subarray(-22));
    end.writeUInt16LE(5, 20);
    const commented = Buffer.concat([stored.subarray(0, -22), end, Buffer.from('hello')]);
    expect((await readTable(1, sourceOf(commented))).total).toBe(1);
    expect((await readTable(1, sourceOf(wideZip(stored)))).total).toBe(1);
  });

  const far = (column: string): Buffer =>
    workbookOf(`<row><c r="${column}1"><v>1</v></c></row>`.repeat(200_000));
  it.each<[string, () => Buffer, string, Record<string, unknown>]>([
    ['200,000 rows with one far cell each', () => far('XFD'), 'limit.columns', { limit: 1000, row: 1 }],
    ['200,000 rows with one cell in the last column', () => far('ALL'), 'limit.ratio', { limit: 200 }],
    [
      'one cell of 60 MB',
      () => workbookOf(head + textRow('x'.repeat(60 * MB))),
      'limit.cell',
      { cell: 'A2' },
    ],
    [
      'one cell of 2 MB that hardly packs',
      () => workbookOf(head + textRow('a', noise(2 * MB))),
      'limit.cell',
      {
        limit: 1,
        cell: 'B2',
      },
    ],
    [
      'a row of 9 MB',
      () => workbookOf(head + textRow(...Array<string>(12).fill(noise(0.75 * MB)))),
      'limit.row',
      {
        limit: 8,
        row: 2,
      },
    ],
    ['a tag that never ends', () => workbookOf(`<row><c r="${noise(2 * MB)}`), 'limit.cell', { cell: 'A1' }],
    ['a comment of 2 MB', () => workbookOf(`${head}<!--${noise(2 * MB)}-->`), 'limit.cell', {}],
    [
      'a shared text of 2 MB',
      () => workbookOf(head, `<si><t>${noise(2 * MB)}</t></si>`),
      'limit.sharedText',
      {},
    ],
    ['a million empty shared texts', () => workbookOf(head, '<si/>'.repeat(1_000_000)), 'limit.ratio', {}],
    [
      'a text that does not exist',
      () => workbookOf('<row><c t="s"><v>7</v></c></row>', '<si><t>a</t></si>'),
      'xlsx',
      {},
    ],
    ['elements in 100 elements', () => workbookOf('<a>'.repeat(100)), 'limit.depth', { limit: 100 }],
    [
      'entities that expand',
      () =>
        bookOf({
          [SHEET]: `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${sheetXml(textRow('&b;'))}`,
        }),
      'xlsx',
      {},
    ],
    ['an entity that nobody declared', () => workbookOf(textRow('&b;')), 'xlsx', {}],
    ['rows beyond the last one', () => workbookOf('<row r="1048577"><c><v>1</v></c></row>'), 'xlsx', {}],
    ['200,002 rows', () => workbookOf(numbered(200_002)), 'tooMany', { limit: 200_000 }],
    [
      '5,001 files in it',
      () => zipOf(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`x/${at}`, 'x'])), 0),
      'limit.entries',
      { limit: 5000 },
    ],
    [
      'a sheet that is none of its workbook',
      () => bookOf({ 'xl/worksheets/sheet2.xml': sheetXml(head) }),
      'xlsx',
      {},
    ],
    ['a ZIP file in the place of its sheet', () => bookOf({ [SHEET]: workbookOf(head) }), 'xlsx', {}],
    ['half of it', () => half(workbookOf(numbered(3000))), 'xlsx', {}],
    [
      'a password on its sheet',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt16LE(1, 8)),
      'encrypted',
      {},
    ],
    [
      'a size that lies',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt32LE(entry.readUInt32LE(24) - 1, 24)),
      'xlsx',
      {},
    ],
    [
      'a size that promises more',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt32LE(entry.readUInt32LE(24) + 1, 24)),
      'xlsx',
      {},
    ],
    [
      'another checksum',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt32LE(1, 16)),
      'xlsx',
      {},
    ],
    [
      'another way of packing',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt16LE(9, 10)),
      'xlsx',
      {},
    ],
    [
      'a sheet outside of it',
      () => changeEntry(workbookOf(head), (entry) => entry.writeUInt32LE(99_999, 42)),
      'xlsx',
      {},
    ],
    ['two sheets of one name', () => twins(), 'xlsx', {}],
    ['the beginning of one', () => Buffer.from('PK\u0003\u0004 and nothing'), 'xlsx', {}],
    ['the form of an old one', () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'compound', {}],
  ])('with %s is refused, with the reason', async (_, file, key, params) => {
    expect(await refusalOf(readTable(1, sourceOf(file())))).toEqual([key, expect.objectContaining(params)]);
  });

  it('may have texts and cells up to the limits', () => {
    const texts = new SharedTexts();
    for (let mb = 0; mb < 63; mb += 1) texts.add('x'.repeat(MB));
    expect(texts.get(62)).toHaveLength(MB);
    texts.add('é');
    expect(texts.get(63)).toBe('é');
    expect(() => texts.add('x'.repeat(MB))).toThrow('limit.texts');
    const rows = new RowCollector({ decimal: null, from1904: false });
    rows.countCells(fileLimits.cells);
    expect(() => rows.countCells(1)).toThrow('limit.cells');
  });
});

describe('a text', () => {
  it('is read with commas or semicolons, with and without BOM, in pieces that cut characters', async () => {
    const long = Array.from({ length: 30_000 }, (_, at) => `é${at};"a;""b""\nc";'=1;=2;`).join('\r\n');
    const streamed: TableRows[] = [];
    for await (const part of streamTable(sourceOf(Buffer.from(`\uFEFFname;x;y;z\n\n${long}`)), signal))
      streamed.push(part);
    const rows = streamed.flatMap((part) => part.rows);
    expect(rows).toHaveLength(30_001);
    expect(Object.fromEntries(rows[30_000]!.cells)).toEqual({
      0: 'é29999',
      1: 'a;"b"\nc',
      2: '=1',
      3: '=2',
    });
    expect(streamed.at(-1)).toMatchObject({ notation: { decimal: ',' } });
    expect(cells(await readTable(1, sourceOf(Buffer.from('a,b\n1,\n'))))).toEqual([
      [1, { 0: 'a', 1: 'b' }],
      [2, { 0: '1' }],
    ]);
    expect((await readTable(1, sourceOf(Buffer.alloc(0)))).total).toBe(0);
  });

  it.each<[string, () => Buffer, string, Record<string, unknown>]>([
    [
      'a cell of 2 MB',
      () => Buffer.from(`name,x\na,${'x'.repeat(2 * MB)}\n`),
      'limit.cell',
      { cell: 'B2', limit: 1 },
    ],
    ['a quote that never ends', () => Buffer.from(`name\n"${'x\n'.repeat(5 * MB)}`), 'limit.row', { row: 2 }],
    ['a quote that ends the file', () => Buffer.from('name\n"x'), 'csv', { row: 2 }],
    ['one line of 20 MB', () => Buffer.from(','.repeat(20 * MB)), 'limit.columns', { row: 1 }],
    ['1,001 columns', () => Buffer.from(`${'a,'.repeat(1000)}a\n`), 'limit.columns', { limit: 1000, row: 1 }],
    ['200,002 rows', () => Buffer.from('a\n'.repeat(200_002)), 'tooMany', { limit: 200_000 }],
    ['another encoding', () => Buffer.from('name\nok\nS\xe3o\n', 'latin1'), 'encoding', { row: 3 }],
    [
      'another encoding in a later piece',
      () => Buffer.concat([Buffer.from('é\n'.repeat(200_000)), Buffer.from('S\xe3o', 'latin1')]),
      'encoding',
      { row: 200_001 },
    ],
  ])('with %s is refused, with the reason', async (_, file, key, params) => {
    expect(await refusalOf(readTable(1, sourceOf(file())))).toEqual([key, expect.objectContaining(params)]);
  });
});

describe('a file of JSON', () => {
  const trello = (json: string): Promise<unknown> =>
    refusalOf(readAll(1, 'trello', sourceOf(Buffer.from(json)), { timeZone: 'UTC' }));
  it.each<[string, () => string, string, Record<string, unknown>]>([
    ['101 levels', () => '['.repeat(101), 'limit.depth', { limit: 100 }],
    ['a text of 2 MB', () => JSON.stringify({ lists: ['\\"'.repeat(MB)] }), 'limit.text', { limit: 1 }],
    ['a million values', () => `[${'1,'.repeat(1_000_000)}1]`, 'limit.values', { limit: 1_000_000 }],
    [
      'an object of 10,001 fields',
      () => `[1,{"a":[1,2]${',"b":1'.repeat(10_000)}}]`,
      'limit.members',
      { limit: 10_000 },
    ],
  ])('with %s is refused, with the reason', async (_, file, key, params) => {
    expect(await trello(file())).toEqual([key, expect.objectContaining(params)]);
  });

  it.each([
    ['needs more memory than a thread has', 'memory', { limit: READING_MEMORY_MB }],
    ['makes no progress any more', 'still', {}],
  ] as const)('that %s is refused, and the next one is read', async (_, reason, params) => {
    const ask = vi.spyOn(GuardedThread.prototype, 'ask').mockRejectedValueOnce(new Stopped(reason));
    expect(await trello('{}')).toEqual([`limit.${reason}`, params]);
    ask.mockRestore();
    expect((await readTable(1, sourceOf(Buffer.from('a\n1\n')))).total).toBe(2);
  });
});

describe('what a request keeps', () => {
  it.each<[string, () => Buffer, string, number]>([
    ['5,001 rows', () => workbookOf(numbered(5002)), 'rows', 5002],
    ['500,001 cells', () => Buffer.from(`${'a,'.repeat(500)}\n`.repeat(1002)), 'cells', 1002],
    ['32 MB', () => bookOf({ [SHEET]: sheetXml(textRow(noise(0.9 * MB)).repeat(40)) }, 0), 'bytes', 40],
  ])('ends at %s, and the rest is only counted', async (_, file, exceeds, total) => {
    const table = await readTable(1, sourceOf(file()));
    expect(table).toMatchObject({ exceeds, total });
    expect(table.rows).toHaveLength(11);
  });

  it('is all of a smaller file', async () => {
    const table = await readTable(1, sourceOf(workbookOf(numbered(requestLimits.rows + 1))));
    expect(table).toMatchObject({ exceeds: null, total: 5001 });
    expect(table.rows).toHaveLength(5001);
  });
});

describe('the thread that reads', () => {
  it('reads one file after the other, and leaves the process free', async () => {
    const bomb = Buffer.from(`a${','.repeat(999)}\n`.repeat(4000));
    let turns = 0;
    const state = { isDone: false };
    const reading = readTable(1, sourceOf(bomb)).finally(() => (state.isDone = true));
    while (!state.isDone) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect((await reading).total).toBe(4000);
    // Parsing 4 million cells takes none of them.
    expect(turns).toBeGreaterThan(500);
  });

  it('asks for a part of the file when the rows before it are taken', async () => {
    const bytes = Buffer.from(`${'x'.repeat(99)}\n`.repeat(100_000));
    let asked = 0;
    const source = {
      bytes: bytes.length,
      read: (from: number, to: number) => {
        asked += to - from;
        return Promise.resolve(bytes.subarray(from, to));
      },
    };
    const reading = new FileReading<TableRows>('table', source);
    await reading.next();
    await reading.next();
    expect(asked).toBeLessThan(bytes.length / 4);
    await reading.close();
  });

  it.each<[string, () => Buffer]>([
    ['text', () => Buffer.from(`${'x'.repeat(99)}\n`.repeat(20_000))],
    ['workbook', () => bookOf({ [SHEET]: sheetXml(textRow(noise(1000)).repeat(2000)) })],
  ])('reads ahead in a %s, however late the file and who takes the rows are', async (_, file) => {
    const bytes = file();
    const turnsOf = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    };
    for (const [late, taken] of [
      [400, 0],
      [0, 400],
      [100, 100],
    ] as const) {
      let rows = 0;
      const source = {
        bytes: bytes.length,
        read: async (from: number, to: number) => {
          await turnsOf(late);
          return bytes.subarray(from, to);
        },
      };
      for await (const step of streamTable(source, signal)) {
        rows += step.rows.length;
        await turnsOf(taken);
      }
      expect(rows).toBe(bytes.subarray(0, 2).toString() === 'PK' ? 2000 : 20_000);
    }
  });

  it('is ended when the file cannot be had any more, or nobody takes the rows', async () => {
    const gone = new AppError('NOT_FOUND');
    const source = { bytes: 100, read: () => Promise.reject(gone) };
    await expect(readTable(1, source)).rejects.toBe(gone);
    for await (const { rows } of streamTable(sourceOf(Buffer.from('a\n'.repeat(1000))), signal)) {
      expect(rows).toHaveLength(250);
      break;
    }
    expect((await readTable(1, sourceOf(Buffer.from('a\n1\n')))).total).toBe(2);
  });

  it('is ended amid a part when the job that reads is', async () => {
    const job = new AbortController();
    // The bytes never come, and nothing is asked for progress while the thread waits for them.
    const read = vi.fn(() => new Promise<never>(() => undefined));
    const part = streamTable({ bytes: 100, read }, job.signal).next();
    while (read.mock.calls.length === 0) await new Promise(setImmediate);
    job.abort();
    await expect(part).rejects.toThrow('the thread was ended');
  });

  it('takes the files of tenants in turns', async () => {
    const begun: string[] = [];
    const read = (tenant: number, name: string): Promise<void> =>
      inReadingTurn(tenant, async () => {
        begun.push(name);
        await new Promise(setImmediate);
      });
    await Promise.all([read(1, 'a1'), read(1, 'a2'), read(1, 'a3'), read(2, 'b1'), read(3, 'c1')]);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });
});

function numbered(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
  ).join('');
}

const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2);

/** A ZIP file with the sheet twice. */
function twins(): Buffer {
  const file = bookOf({
    [SHEET]: sheetXml(head),
    [TEXTS.slice(0, -1).padEnd(SHEET.length, 'x')]: sheetXml(''),
  });
  const other = Buffer.from(TEXTS.slice(0, -1).padEnd(SHEET.length, 'x'));
  for (let at = file.indexOf(other); at >= 0; at = file.indexOf(other)) file.write(SHEET, at);
  return file;
}

/** The same ZIP file with sizes and places of its entries in fields of ZIP64. */
function wideZip(zip: Buffer): Buffer {
  const first = zip.indexOf('PK\u0001\u0002');
  const entries: Buffer[] = [];
  for (let at = first; at < zip.length - 22; at += 46 + zip.readUInt16LE(at + 28)) {
    const entry = Buffer.from(zip.subarray(at, at + 46 + zip.readUInt16LE(at + 28)));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(24)), 4);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(20)), 12);
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(42)), 20);
    for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field);
    entry.writeUInt16LE(extra.length, 30);
    entries.push(entry, extra);
  }
  const directory = Buffer.concat(entries);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(entries.length / 2), 32);
  end64.writeBigUInt64LE(BigInt(directory.length), 40);
  end64.writeBigUInt64LE(BigInt(first), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(first + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from(zip.subarray(-22));
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([zip.subarray(0, first), directory, end64, locator, end]);
}
