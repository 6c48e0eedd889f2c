import { describe, expect, it } from 'vitest';
import { BadCell, booleanValue, dayValue, momentValue, numberValue, type CellReading } from './cell-value.ts';
import type { FileCell } from './rows.ts';

const reading: CellReading = {
  decimal: null,
  from1904: false,
  monthFirst: false,
  timeZone: 'America/Sao_Paulo',
};

/** A value, or the rule that the cell breaks. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadCell) return `!${error.rule}`;
    throw error;
  }
}
const day = (cell: FileCell, other: Partial<CellReading> = {}) =>
  outcome(() => dayValue(cell, { ...reading, ...other }));
const moment = (cell: FileCell, timeZone = reading.timeZone) =>
  outcome(() => momentValue(cell, { ...reading, timeZone }));

describe('a day', () => {
  it.each<[FileCell, string]>([
    ['2026-11-25', '2026-11-25'],
    ['2026-11-25T00:00:00', '2026-11-25'],
    ['2026-11-25 23:59', '2026-11-25'],
    ['2026-11-25T01:00:00Z', '2026-11-24'],
    ['2026-11-25T23:00:00-05:00', '2026-11-26'],
    ['5/12/2026', '2026-12-05'],
    ['25/11/26', '2026-11-25'],
    ['25.11.2026', '2026-11-25'],
    ['25-11-2026', '2026-11-25'],
    ['2026/1/5', '2026-01-05'],
    ['25/nov/26 12:00 AM', '2026-11-25'],
    ['25/Nov/26 3:04 PM', '2026-11-25'],
    ['21/Jun/26', '2026-06-21'],
    ['25 de novembro de 2026', '2026-11-25'],
    ['1º de março de 2026', '2026-03-01'],
    ['25 set. 2026', '2026-09-25'],
    ['3 de enero de 2026', '2026-01-03'],
    ['25-Dic-2026', '2026-12-25'],
    ['Nov 5, 2026', '2026-11-05'],
    ['March 1st, 2026', '2026-03-01'],
    ['1/1/49', '2049-01-01'],
    ['1/1/85', '1985-01-01'],
    [{ local: '2026-11-25' }, '2026-11-25'],
    [{ local: '2026-11-25T23:30:00' }, '2026-11-25'],
    [46_351, '2026-11-25'],
  ])('%j is %s', (cell, expected) => {
    expect(day(cell)).toBe(expected);
  });

  it.each<FileCell>([
    '31/02/2026',
    '29/2/2025',
    '6/21/2026',
    '25/13/2026',
    '25/mes/2026',
    '25 ma 2026',
    'amanhã',
    '2026',
    '25/11',
    '1/1/2026 25:00',
    '1/1/2026 13:00 PM',
    true,
    60,
    -1,
    { local: '12:00:00' },
    'x'.repeat(10_000),
    `${'1'.repeat(5000)}/1/2026`,
  ])('%.30j is none', (cell) => {
    expect(day(cell)).toBe('!date');
  });

  it('has the month first where the column says so, and counts from 1904 where the workbook does', () => {
    expect(day('6/12/2026', { monthFirst: true })).toBe('2026-06-12');
    expect(day('6/21/2026', { monthFirst: true })).toBe('2026-06-21');
    expect(day('2026-06-12', { monthFirst: true })).toBe('2026-06-12');
    expect(day(44_889, { from1904: true })).toBe('2026-11-25');
  });

  it('is no formula and no error of a spreadsheet', () => {
    expect([day({ formula: '' }), day({ error: '#N/A' })]).toEqual(['!formula', '!errorValue']);
  });
});

describe('a moment', () => {
  it.each<[FileCell, string]>([
    ['28/11/2026 13:07:23', '2026-11-28T16:07:23.000Z'],
    ['28/11/2026 13:07', '2026-11-28T16:07:00.000Z'],
    ['28/11/2026', '2026-11-28T03:00:00.000Z'],
    ['2026-11-28T16:07:23.177Z', '2026-11-28T16:07:23.000Z'],
    ['28/11/2026 13:07:23 -03:00', '2026-11-28T16:07:23.000Z'],
    ['28/11/2026 13:07:23 +0530', '2026-11-28T07:37:23.000Z'],
    ['28 de novembro de 2026 às 13:07', '2026-11-28T16:07:00.000Z'],
    ['Nov 28, 2026 at 1:07 PM', '2026-11-28T16:07:00.000Z'],
    [{ local: '2026-11-28T13:07:23' }, '2026-11-28T16:07:23.000Z'],
  ])('%j is %s', (cell, expected) => {
    expect(moment(cell)).toBe(expected);
  });

  it('is on the clocks of its zone: of 23 and 25 hours, of half hours, of a day without its midnight', () => {
    expect(moment('2026-03-29 02:30', 'Europe/Lisbon')).toBe('2026-03-29T01:30:00.000Z');
    expect(moment('2026-03-29 01:30', 'Europe/Lisbon')).toBe('!skippedTime');
    // It comes twice: the first one counts, and a zone says which.
    expect(moment('2026-10-25 01:30', 'Europe/Lisbon')).toBe('2026-10-25T00:30:00.000Z');
    expect(moment('2026-10-25 01:30 +00:00', 'Europe/Lisbon')).toBe('2026-10-25T01:30:00.000Z');
    expect(moment('2026-11-28 13:07', 'Asia/Kolkata')).toBe('2026-11-28T07:37:00.000Z');
    expect(moment('4/11/2018', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });
});

describe('a number', () => {
  it.each<[FileCell, ',' | '.' | null, unknown]>([
    ['1234', null, 1234],
    ['1.234,56', null, 1234.56],
    ['1,234.56', ',', 1234.56],
    ['1.234.567', null, 1_234_567],
    ['1 234 567,5', null, 1_234_567.5],
    ["1'234.5", null, 1234.5],
    ['12,5', '.', 12.5],
    ['0,125', '.', 0.125],
    ['1234,567', null, 1234.567],
    ['1.5e3', null, 1500],
    ['-1,25', ',', -1.25],
    ['1.234', '.', 1.234],
    ['1,234', ',', 1.234],
    ['1.234', ',', '!thousands'],
    ['1,234', '.', '!thousands'],
    ['1.234', null, '!thousands'],
    ['1.23.4', null, '!number'],
    ['12.34,5', null, '!number'],
    ['1,2,3', null, '!number'],
    ['1e999', null, '!number'],
    ['abc', null, '!number'],
    ['', null, '!number'],
    [7, null, 7],
    [{ number: 1310, shown: '01310' }, null, 1310],
    [{ error: '#DIV/0!' }, null, '!errorValue'],
  ])('%j with the decimal mark %j is %j', (cell, decimal, expected) => {
    expect(outcome(() => numberValue(cell, { decimal }))).toBe(expected);
  });
});

it('reads yes and no in three languages, of spreadsheets, and ticks', () => {
  for (const word of ['VERDADEIRO', 'Sim', 's', 'x', 'X', 'TRUE', 'Sí', 'yes', '1', 1, true, '✓'])
    expect(booleanValue(word)).toBe(true);
  for (const word of ['FALSO', 'Não', 'nao', 'n', 'FALSE', 'no', '0', 0, false])
    expect(booleanValue(word)).toBe(false);
  expect(outcome(() => booleanValue('talvez'))).toBe('!boolean');
});
