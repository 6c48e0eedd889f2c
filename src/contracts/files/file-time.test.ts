import { describe, expect, it } from 'vitest';
import { fileTimes, fileTimeSerial, fileTimeText } from './file-time.ts';

const written = (moment: string, timeZone: string): string => fileTimeText(fileTimes(timeZone)(moment));

describe('a moment of a file', () => {
  it.each([
    ['2026-11-28T16:07:23.177Z', 'America/Sao_Paulo', '28/11/2026 13:07:23'],
    ['2026-11-28T01:00:00Z', 'America/Sao_Paulo', '27/11/2026 22:00:00'],
    ['2026-11-28T18:45:00Z', 'Asia/Kolkata', '29/11/2026 00:15:00'],
    ['1900-01-01T12:00:00Z', 'UTC', '01/01/1900 12:00:00'],
    // Summer time ends at 2:00, and the hour from 1:00 comes twice.
    ['2026-10-24T23:59:59Z', 'Europe/Lisbon', '25/10/2026 00:59:59'],
    ['2026-10-25T00:30:00Z', 'Europe/Lisbon', '25/10/2026 01:30:00 +01:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Lisbon', '25/10/2026 01:30:00 +00:00'],
    ['2026-10-25T02:00:00Z', 'Europe/Lisbon', '25/10/2026 02:00:00'],
    ['2026-03-29T01:30:00Z', 'Europe/Lisbon', '29/03/2026 02:30:00'],
    ['2018-02-18T02:30:00Z', 'America/Sao_Paulo', '17/02/2018 23:30:00 -03:00'],
    // Half an hour is taken back here.
    ['2026-04-04T15:10:00Z', 'Australia/Lord_Howe', '05/04/2026 01:40:00 +10:30'],
    ['2026-04-04T14:50:00Z', 'Australia/Lord_Howe', '05/04/2026 01:50:00 +11:00'],
  ])('%s in %s is %s', (moment, timeZone, expected) => {
    expect(written(moment, timeZone)).toBe(expected);
  });
});

it('is a number of a workbook, unless that cannot have it', () => {
  expect(fileTimeSerial({ day: '2026-11-25' })).toBe(46_351);
  expect(fileTimeSerial({ day: '2026-11-25', clock: '12:00:00' })).toBe(46_351.5);
  expect(fileTimeSerial({ day: '1900-02-28' })).toBeNull();
  expect(fileTimeSerial({ day: '2026-10-25', clock: '01:30:00', offset: '+00:00' })).toBeNull();
});
