import { expect, test } from 'vitest';
import { formatMoment, parseMoment } from './zoned-time.ts';

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
