import { describe, expect, it } from 'vitest';
import {
  bookOf,
  relationships,
  SHEET,
  sheetXml,
  textRow,
  TEXTS,
  workbookOf,
  zipOf,
} from '../../testing/workbooks.ts';
import { FileRefusal } from './limits.ts';
import { MergedCells } from './merged-cells.ts';
import type { FileCell, TableEnd } from './rows.ts';
import { sourceOf } from './source.ts';
import { readTableRows } from './table.ts';
import type { TableOptions } from './table-form.ts';

interface Table {
  /** Cells of the rows by the numbers of the rows. */
  rows: Record<number, Record<number, FileCell>>;
  end: TableEnd;
}

async function read(bytes: Buffer | string, options: TableOptions | null = null): Promise<Table> {
  const rows: Table['rows'] = {};
  const reading = readTableRows(sourceOf(Buffer.from(bytes as string)), options);
  for (;;) {
    const step = await reading.next();
    if (step.done) return { rows, end: step.value };
    for (const { row, cells } of step.value.rows) rows[row] = Object.fromEntries(cells);
  }
}

/** The refusal of a file: the reason and its parameters. */
const refusal = (bytes: Buffer | string): Promise<unknown> =>
  read(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof FileRefusal ? [error.key, error.params] : error),
  );

/** A workbook whose cells may have the styles 0 to 4: none, a day, a time, a code of five digits, and a CPF. */
const styled = (rows: string, workbookPr = ''): Buffer =>
  bookOf({
    [SHEET]: sheetXml(rows),
    'xl/workbook.xml': `<workbook xmlns:r="http://x/relationships">${workbookPr}<sheets><sheet name="A" r:id="s"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\\ hh:mm"/>
      <numFmt numFmtId="171" formatCode="00000"/><numFmt numFmtId="172" formatCode="000&quot;.&quot;000&quot;.&quot;000&quot;-&quot;00"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>`,
  });

/** A row of numbers, each with its style. */
const numbers = (...cells: [number, number][]): string =>
  `<row>${cells.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;

describe('a workbook', () => {
  it('is read from its first visible tab, wherever that part stands and whatever it is called', async () => {
    const tabs = (attributes: string): Buffer =>
      zipOf({
        '_rels/.rels': relationships(
          ['x', 'extended-properties', 'a.xml'],
          ['a', 'officeDocument', '/Pasta/livro.xml'],
        ),
        'pasta/livro.xml': `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:n="http://x/relationships"><x:sheets>
          <x:sheet name="Gráfico" n:id="c"/><x:sheet name="Dois" ${attributes} n:id="b"/><x:sheet name="Um" n:id="a"/></x:sheets></x:workbook>`,
        'Pasta/_rels/livro.xml.rels': relationships(
          ['a', 'worksheet', 'folha.xml'],
          ['b', 'worksheet', '../outras/./Folha2.xml'],
          ['c', 'chartsheet', 'grafico.xml'],
        ),
        'Pasta/folha.xml': sheetXml(textRow('um'))
          .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
          .replace('<x:worksheet', '<x:worksheet xmlns:x="u"'),
        'outras/folha2.xml': sheetXml(textRow('dois')),
        'Pasta/grafico.xml': '<chartsheet/>',
      });
    expect(await read(tabs(''))).toMatchObject({
      rows: { 1: { 0: 'dois' } },
      end: { rows: 1, form: { kind: 'workbook', sheets: ['Dois', 'Um'], sheet: 0 } },
    });
    expect(await read(tabs('state="hidden"'))).toMatchObject({
      rows: { 1: { 0: 'um' } },
      end: { form: { sheet: 1 } },
    });
    expect((await read(tabs(''), { sheet: 1 })).rows).toEqual({ 1: { 0: 'um' } });
  });

  it('has days and times by the format of a cell, from 1900 with its false leap day or from 1904', async () => {
    const rows = numbers(
      [46_351, 1],
      [46_351.5, 2],
      [1, 1],
      [59, 1],
      [60, 1],
      [0.25, 2],
      [46_351, 0],
      [61, 1],
    );
    expect((await read(styled(rows))).rows[1]).toEqual({
      0: { local: '2026-11-25' },
      1: { local: '2026-11-25T12:00:00' },
      2: { local: '1900-01-01' },
      3: { local: '1900-02-28' },
      4: 60,
      5: { local: '06:00:00' },
      6: 46_351,
      7: { local: '1900-03-01' },
    });
    expect((await read(styled(numbers([44_889, 1], [0, 1]), '<workbookPr date1904="1"/>'))).rows[1]).toEqual({
      0: { local: '2026-11-25' },
      1: { local: '1904-01-01' },
    });
    const iso = '<row><c t="d"><v>2026-11-25</v></c><c t="d"><v>2026-11-25T13:00:01</v></c></row>';
    expect((await read(workbookOf(iso))).rows[1]).toEqual({
      0: { local: '2026-11-25' },
      1: { local: '2026-11-25T13:00:01' },
    });
  });

  it('has numbers as they are shown: of 15 digits, and codes with their zeros and signs', async () => {
    const rows = numbers(
      [0.300_000_000_000_000_04, 0],
      [5_534_988_771_204, 0],
      [1310, 3],
      [1_234_567_890, 4],
      [1.5, 3],
    );
    expect((await read(styled(rows))).rows[1]).toEqual({
      0: 0.3,
      1: 5_534_988_771_204,
      2: { number: 1310, shown: '01310' },
      3: { number: 1_234_567_890, shown: '012.345.678-90' },
      4: 1.5,
    });
  });

  it('has texts without their readings, and with the signs that XML escapes', async () => {
    const reading =
      '<r><t>課</t></r><r><t>題</t></r><rPh sb="0" eb="2"><t>カダイ</t></rPh><phoneticPr fontId="1"/>';
    const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is>${reading}</is></c></row>`;
    const table = await read(
      workbookOf(
        rows,
        `<si>${reading}</si><si><t>a_x000D_
b_x005F_x000D_</t></si>`,
      ),
    );
    expect(table.rows[1]).toEqual({ 0: '課題', 1: 'a\r\nb_x000D_', 2: '課題' });
  });

  it('has the results of formulas, and names errors and formulas without a result', async () => {
    const own =
      '<row><c t="inlineStr"><is><t>own</t></is><v>1</v></c><c t="inlineStr"><is><t> </t></is></c></row>';
    expect((await read(workbookOf(own))).rows[1]).toEqual({ 0: 'own' });
    const rows = `<row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>x</v></c><c t="e"><v>#N/A</v></c><c><f>1+1</f></c></row>`;
    expect((await read(workbookOf(rows))).rows[1]).toEqual({
      0: 2,
      1: 'x',
      2: { error: '#N/A' },
      3: { formula: '' },
    });
  });

  it('has the value of merged rows in each of them, but not of its header, nor in rows without values', async () => {
    const row = (number: number, ...texts: string[]): string =>
      `<row r="${number}">${texts
        .map((text, at) =>
          text === '' ? '' : `<c r="${'ABC'[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
        )
        .join('')}</row>`;
    const sheet = `<worksheet><sheetData>${row(1, 'Cliente', 'Item')}${row(2, '', 'Preço')}${row(3, 'Ana', '1')}${row(4, '', '2')}${row(5)}${row(6, '', '3')}</sheetData>
      <mergeCells count="3"><mergeCell ref="A1:A2"/><mergeCell ref="A3:A6"/><mergeCell ref="B3:C3"/></mergeCells></worksheet>`;
    expect((await read(bookOf({ [SHEET]: sheet }))).rows).toEqual({
      1: { 0: 'Cliente', 1: 'Item' },
      2: { 1: 'Preço' },
      3: { 0: 'Ana', 1: '1' },
      4: { 0: 'Ana', 1: '2' },
      6: { 0: 'Ana', 1: '3' },
    });
  });

  it('has no rows of cells that have a style alone, and keeps their numbers', async () => {
    const rows = `${'<row><c s="1"/><c s="1"/></row>'.repeat(3)}${textRow('a')}`;
    expect(await read(workbookOf(rows))).toMatchObject({ rows: { 4: { 0: 'a' } }, end: { rows: 1 } });
  });

  it.each<[string, Record<string, string>, unknown]>([
    [
      'an OpenDocument table',
      { 'content.xml': '<x/>', mimetype: 'x' },
      ['otherProgram', { name: 'OpenDocument' }],
    ],
    ['a binary workbook', { 'xl/workbook.bin': 'x' }, ['otherProgram', { name: 'XLSB' }]],
    ['a text document', { 'word/document.xml': '<x/>' }, ['otherProgram', { name: 'Word' }]],
    ['a ZIP file of anything', { 'a.txt': 'x' }, ['xlsx', {}]],
    [
      'relationships to a part that is not there',
      { '_rels/.rels': relationships(['a', 'officeDocument', 'x.xml']) },
      ['xlsx', {}],
    ],
  ])('says plainly that a file is none: %s', async (_, parts, reason) => {
    expect(await refusal(zipOf(parts))).toEqual(reason);
  });

  it('refuses a number that is none, and a text that its workbook does not have', async () => {
    expect(await refusal(workbookOf('<row><c><v>x</v></c></row>'))).toEqual(['xlsx', {}]);
    expect(
      await refusal(bookOf({ [SHEET]: sheetXml('<row><c t="s"><v>0</v></c></row>'), [TEXTS]: '<sst/>' })),
    ).toEqual(['xlsx', {}]);
  });
});

describe('a text', () => {
  it.each([
    ['semicolons', 'a;b\n1;2', ';', ','],
    ['commas', 'a,b\n1,2', ',', '.'],
    ['tabs', 'a\tb\n1\t2', '\t', null],
    ['bars', 'a|b\n1|2', '|', null],
    ['semicolons between names with commas', '"a, c; d",b;e\n1;2', ';', ','],
    ['a first line that names it', 'sep=,\na,b;c;d\n1,2', ',', '.'],
    ['a quoted line that names it', '"sep=;"\r\na,b,c;d\n1;2', ';', ','],
    ['blank lines before its header', '\n  \na\tb\n1\t2', '\t', null],
  ] as const)('is separated by %s', async (_, text, separator, decimal) => {
    const { end, rows } = await read(text);
    expect(end.form).toEqual({ kind: 'text', encoding: 'utf-8', separator });
    expect(Object.values(rows)).toHaveLength(2);
    expect(Object.values(rows).at(-1)).toEqual({ 0: '1', 1: '2' });
    const reading = readTableRows(sourceOf(Buffer.from(text)));
    expect((await reading.next()).value).toMatchObject({ notation: { decimal } });
  });

  it('is UTF-8 or UTF-16 by what it begins with, and another encoding when somebody says so', async () => {
    const text = 'nome;x\nJosé;1\n';
    const utf16 = Buffer.from(text, 'utf16le');
    const rows = { 1: { 0: 'nome', 1: 'x' }, 2: { 0: 'José', 1: '1' } };
    for (const [bytes, encoding] of [
      [Buffer.from(text), 'utf-8'],
      [Buffer.from(`\uFEFF${text}`), 'utf-8'],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-16le'],
      [utf16, 'utf-16le'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]), 'utf-16be'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
    ] as const)
      expect(await read(bytes)).toMatchObject({ rows, end: { form: { encoding } } });
    const latin = Buffer.from(text, 'latin1');
    expect(await refusal(latin)).toEqual(['encoding', { row: 2 }]);
    expect((await read(latin, { encoding: 'windows-1252' })).rows).toEqual(rows);
  });

  it('counts its rows as a spreadsheet does, and skips those without values', async () => {
    const { rows, end } = await read('nome;nota\n\n;\n \n"a\nb";x\r\n;;\rc;"5"" tela"\nMonitor 24";=> x');
    expect(rows).toEqual({
      1: { 0: 'nome', 1: 'nota' },
      5: { 0: 'a\nb', 1: 'x' },
      7: { 0: 'c', 1: '5" tela' },
      8: { 0: 'Monitor 24"', 1: '=> x' },
    });
    expect(end.rows).toBe(4);
  });

  it('has the number of cells of each row, and no quote of an export before a formula', async () => {
    const reading = readTableRows(sourceOf(Buffer.from("a;b;\n1;2;3;\n'=x;'y\n")));
    const step = await reading.next();
    expect(step.value).toMatchObject({
      rows: [
        { width: 3 },
        { width: 4 },
        {
          width: 2,
          cells: new Map([
            [0, '=x'],
            [1, "'y"],
          ]),
        },
      ],
    });
  });

  it('puts the month first in a column where a day above 12 stands second, and never first', async () => {
    const text =
      'a;b;c;d\n6/12/2026;6/12/2026;25/11/2026;1/2/26\n6/21/2026;21/6/2026;11/25/2026;1-13-26 10:00\n';
    expect((await read(text)).end.monthFirst).toEqual([0, 3]);
  });

  it('is no web page and no XML, whatever its name says', async () => {
    for (const text of ['<html><table>', '\uFEFF  <?xml version="1.0"?>', '<!DOCTYPE html>'])
      expect(await refusal(text)).toEqual(['markup', {}]);
    expect((await read('<5 anos;b\n1;2')).rows[1]).toEqual({ 0: '<5 anos', 1: 'b' });
  });
});

it('finds merged rows wherever the pieces of a sheet end', async () => {
  const sheet = Buffer.from(
    `<x:sheetData><x:row/></x:sheetData><x:mergeCells><x:mergeCell ref="A2:A3"/></x:mergeCells>${' '.repeat(300)}`,
  );
  for (let size = 1; size <= sheet.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(sheet.length / size) }, (_, at) =>
      sheet.subarray(at * size, (at + 1) * size),
    );
    const merged = await MergedCells.read(
      (async function* () {
        for (const piece of pieces) yield await Promise.resolve(piece);
      })(),
    );
    merged.fill(1, new Map([[0, 'title']]));
    merged.fill(2, new Map([[0, 'a']]));
    const third = new Map([[1, 'b']]);
    merged.fill(3, third);
    expect([size, third.get(0)]).toEqual([size, 'a']);
  }
});
