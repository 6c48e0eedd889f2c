import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { csvRow } from './csv-write.ts';
import { xlsxFile } from './xlsx-write.ts';

/** Labels of a dataset are names of records, which anybody may have typed. */
const hostile = [
  '=1+1',
  '+1+1',
  '-1-1',
  '+1 (1)',
  '@x',
  '\t=1',
  '\r\n=1',
  '\n=1',
  '＝1',
  "'=1",
  '</t></is></c><script>alert(1)</script>',
  '"; DROP',
  'a;b,c',
  '\u202egnp.exe',
  '\0a',
  '\ud800',
  'é😀'.repeat(5000),
];

it('writes hostile labels as texts that no spreadsheet runs, in headers and rows of CSV', () => {
  for (const separator of [';', ','] as const) {
    const row = csvRow(hostile, separator);
    const cells = [...row.matchAll(/"((?:[^"]|"")*)"(?=[;,]|\r\n$)/g)].map(([, cell = '']) =>
      cell.replaceAll('""', '"'),
    );
    expect(cells.map((cell) => cell.replace(/^'+/, ''))).toEqual(
      hostile.map((label) => label.replace(/^'+/, '')),
    );
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\s＝＋－＠]/);
  }
});

it('leaves numbers and telephone numbers as they are, and writes times as spreadsheets read them', () => {
  const moment = { day: '2026-11-28', clock: '13:07:23' };
  const cells = ['+14155552671', '-5', '-1,5', { day: '2026-11-28' }, moment, -2.5];
  expect(csvRow(cells, ';')).toBe('"+14155552671";"-5";"-1,5";"28/11/2026";"28/11/2026 13:07:23";"-2,5"\r\n');
});

it('writes them as texts of a workbook, whole and without markup', async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxFile([[hostile]])) chunks.push(chunk);
  const sheet = strFromU8(unzipSync(Buffer.concat(chunks))['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/<c t="inlineStr"/g)).toHaveLength(hostile.length);
  expect(sheet).not.toContain('<script');
  expect(sheet).not.toMatch(/[\0\p{Cs}]/u);
  expect(sheet).toContain('é😀'.repeat(5000));
});

it('writes times as numbers of a workbook that it shows as days and moments', async () => {
  const chunks: Uint8Array[] = [];
  const cells = [{ day: '2026-11-28' }, { day: '2026-11-28', clock: '12:00:00' }, { day: '1899-12-31' }];
  for await (const chunk of xlsxFile([[['a', 'b', 'c'], cells]])) chunks.push(chunk);
  const sheet = strFromU8(unzipSync(Buffer.concat(chunks))['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<c s="2"><v>46354</v></c><c s="3"><v>46354.5</v></c><c t="inlineStr">');
});
