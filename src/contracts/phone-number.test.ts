import { describe, expect, it } from 'vitest';
import { formatNumber, numberKey, numberWords, toE164Digits } from './phone-number.ts';

describe('a telephone number', () => {
  it.each([
    ['(34) 98877-1204', '5534988771204'],
    ['+55 34 98877-1204', '5534988771204'],
    ['5534988771204', '5534988771204'],
    ['034988771204', '5534988771204'],
    ['(34) 8877-1204', '553488771204'],
    ['(31) 3555-0142', '553135550142'],
    ['+351 912 345 678', '351912345678'],
  ])('is read: %s', (text, digits) => expect(toE164Digits(text)).toBe(digits));

  it.each(['', 'abc', '12', '+1234567890123456', '98877', '(34) 98877-1204 ramal 2', '<b>5534988771204</b>'])(
    'is refused: %s',
    (text) => expect(toE164Digits(text)).toBeNull(),
  );

  it('has one key with and without the ninth digit', () => {
    expect(numberKey('553488771204')).toBe(numberKey('5534988771204'));
  });

  it('keeps landlines and numbers of other countries', () => {
    expect([numberKey('553135550142'), numberKey('351912345678')]).toEqual(['553135550142', '351912345678']);
  });

  it('is found with and without country code and ninth digit', () => {
    const words = numberWords('553488771204');
    for (const text of [
      '5534988771204',
      '553488771204',
      '34988771204',
      '3488771204',
      '988771204',
      '88771204',
    ])
      expect(words).toContain(text);
    expect(numberWords('351912345678')).toBe('351912345678');
  });

  it('is shown with its area code, or with its country', () => {
    expect(formatNumber('553488771204')).toBe('(34) 98877-1204');
    expect(formatNumber('553135550142')).toBe('(31) 3555-0142');
    expect(formatNumber('351912345678')).toBe('+351912345678');
  });
});
