import { expect, test } from 'vitest';
import { dayAt, formatMoment, parseMoment, timeSpan } from './zoned-time.ts';

const saoPaulo = 'America/Sao_Paulo';
const newYork = 'America/New_York';

test('a moment is formatted and parsed in the zone', () => {
  expect(formatMoment('2026-01-31T17:30:00Z', saoPaulo)).toBe('31/01/2026 14:30');
  expect(parseMoment('31/01/2026 14:30', saoPaulo)).toBe('2026-01-31T17:30:00Z');
  expect(parseMoment('31/01/2026 23:30', saoPaulo)).toBe('2026-02-01T02:30:00Z');
});

test('daylight saving time applies: the skipped hour is invalid, the repeated one is the first', () => {
  expect(parseMoment('01/07/2026 12:00', newYork)).toBe('2026-07-01T16:00:00Z');
  expect(parseMoment('08/03/2026 02:30', newYork)).toBeNull();
  expect(parseMoment('01/11/2026 01:30', newYork)).toBe('2026-11-01T05:30:00Z');
  expect(parseMoment('08/03/2026 03:30', newYork)).toBe('2026-03-08T07:30:00Z');
});

test('an invalid date or time is not parsed, and other text is not formatted', () => {
  expect(parseMoment('31/02/2026 10:00', saoPaulo)).toBeNull();
  expect(parseMoment('31/01/2026 24:30', saoPaulo)).toBeNull();
  expect(parseMoment('31/01/2026', saoPaulo)).toBeNull();
  expect(formatMoment('31/01', saoPaulo)).toBe('31/01');
});

const spanOf = (text: string, zone: string) => {
  const span = timeSpan(text, zone);
  return span && [span.start, span.end].map((one) => new Date(one).toISOString());
};
const hoursOf = (text: string, zone: string) => {
  const { start, end } = timeSpan(text, zone)!;
  return (end - start) / 3_600_000;
};

test.each([
  ['an ordinary day', '2026-11-28', saoPaulo, '2026-11-28T03:00:00.000Z', 24],
  ['a day of half an hour beside UTC', '2026-11-28', 'Asia/Kolkata', '2026-11-27T18:30:00.000Z', 24],
  ['a day of three quarters', '2026-11-28', 'Asia/Kathmandu', '2026-11-27T18:15:00.000Z', 24],
  ['a day that is short in the night', '2026-03-08', newYork, '2026-03-08T05:00:00.000Z', 23],
  ['a day that is long in the night', '2026-11-01', newYork, '2026-11-01T04:00:00.000Z', 25],
  ['a day without a midnight', '2018-11-04', saoPaulo, '2018-11-04T03:00:00.000Z', 23],
  ['the day before one without a midnight', '2018-11-03', saoPaulo, '2018-11-03T03:00:00.000Z', 24],
  ['a day whose last hour comes twice', '2018-02-17', saoPaulo, '2018-02-17T02:00:00.000Z', 25],
  ['a day whose midnight comes twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', 25],
  ['a change of half an hour', '2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
  ['a day that a country left out', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
  ['the first day', '0001-01-01', saoPaulo, '0001-01-01T00:00:00.000Z', 24],
])('the span of %s', (_what, day, zone, start, hours) => {
  expect([spanOf(day, zone)?.[0], hoursOf(day, zone)]).toEqual([start, hours]);
});

test('a time is its millisecond, in the zone where it has no offset', () => {
  const of = (text: string) => spanOf(text, saoPaulo)?.[0];
  expect(spanOf('2026-11-28T13:07:23.177Z', saoPaulo)).toEqual([
    '2026-11-28T13:07:23.177Z',
    '2026-11-28T13:07:23.178Z',
  ]);
  expect(of('2026-11-28T13:07:23.177456Z')).toBe('2026-11-28T13:07:23.177Z');
  expect(of('2026-11-28 13:07-03:00')).toBe('2026-11-28T16:07:00.000Z');
  expect(of('2026-11-28T13:07-0330')).toBe('2026-11-28T16:37:00.000Z');
  expect(of('2026-11-28T13:07+02')).toBe('2026-11-28T11:07:00.000Z');
  expect(of('2026-11-28T13:07:05.5')).toBe('2026-11-28T16:07:05.500Z');
  expect(spanOf('2026-11-01T01:30', newYork)?.[0]).toBe('2026-11-01T05:30:00.000Z');
  expect(spanOf('2026-03-08T02:30', newYork)?.[0]).toBe('2026-03-08T07:30:00.000Z');
});

test.each([
  '',
  'soon',
  '2026-02-30',
  '0000-01-01',
  '28/11/2026',
  '2026-11-28T25:00',
  '2026-11-28T',
  '2026-02-30T10:00Z',
  '2026-11-28 (x)',
])('"%s" is no time', (text) => expect(timeSpan(text, saoPaulo)).toBeNull());

test('the day of a moment is that of the zone', () => {
  expect(dayAt(Date.parse('2026-11-28T02:59:00Z'), saoPaulo)).toBe('2026-11-27');
  expect(dayAt(Date.parse('2026-11-28T02:59:00Z'), 'UTC')).toBe('2026-11-28');
});
