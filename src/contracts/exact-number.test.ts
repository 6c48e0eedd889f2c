import { expect, test } from 'vitest';
import { hasManyDigits, isExact, keepsDigits } from './exact-number.ts';

test.each([
  '0',
  '-0',
  '007',
  '9007199254740991',
  '-9007199254740991',
  '0.1',
  '1.50',
  '.5',
  '1e300',
  '19.99',
  '1E-7',
  '0.0000001',
])('%s is kept with its digits', (text) => expect(keepsDigits(text)).toBe(true));

test.each([
  '9007199254740993',
  '-9007199254740993',
  '0.12345678901234567',
  '1e400',
  '123456789012345678901',
  '',
  '.',
  'x',
])('%s is not', (text) => expect(keepsDigits(text)).toBe(false));

test('a whole number that stands for its neighbours too is not exact', () => {
  expect(isExact('9007199254740991')).toBe(true);
  expect(isExact('9007199254740992')).toBe(false);
  expect(isExact('100000000000000000000')).toBe(false);
  expect(isExact('0.5')).toBe(true);
});

test('digits are counted in any notation', () => {
  expect(hasManyDigits('9.007.199.254.740.993')).toBe(true);
  expect(hasManyDigits('999,999,999,999.999')).toBe(false);
  expect(hasManyDigits('12345678901234567 kg')).toBe(false);
});
