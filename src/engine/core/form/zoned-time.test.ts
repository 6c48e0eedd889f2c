import { expect, test } from 'vitest';
import { shownMoment, typedMoment } from './zoned-time.ts';

const saoPaulo = 'America/Sao_Paulo';
const newYork = 'America/New_York';

test('a moment is shown and typed in the zone', () => {
  expect(shownMoment('2026-01-31T17:30:00Z', saoPaulo)).toBe('31/01/2026 14:30');
  expect(typedMoment('31/01/2026 14:30', saoPaulo)).toBe('2026-01-31T17:30:00Z');
  expect(typedMoment('31/01/2026 23:30', saoPaulo)).toBe('2026-02-01T02:30:00Z');
});

test('summer time counts, the skipped hour is none, the repeated one is the first', () => {
  expect(typedMoment('01/07/2026 12:00', newYork)).toBe('2026-07-01T16:00:00Z');
  expect(typedMoment('08/03/2026 02:30', newYork)).toBeNull();
  expect(typedMoment('01/11/2026 01:30', newYork)).toBe('2026-11-01T05:30:00Z');
  expect(typedMoment('08/03/2026 03:30', newYork)).toBe('2026-03-08T07:30:00Z');
});

test('what is no moment is none, and is shown as it is', () => {
  expect(typedMoment('31/02/2026 10:00', saoPaulo)).toBeNull();
  expect(typedMoment('31/01/2026 24:30', saoPaulo)).toBeNull();
  expect(typedMoment('31/01/2026', saoPaulo)).toBeNull();
  expect(shownMoment('31/01', saoPaulo)).toBe('31/01');
});
