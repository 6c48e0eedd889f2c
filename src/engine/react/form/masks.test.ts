import { expect, test } from 'vitest';
import { caretAfterMask, maskCpf, maskDate, parseNumber, shownDate, shownNumber } from './masks.ts';

test.each([
  ['', ''],
  ['529', '529'],
  ['5299', '529.9'],
  ['529982247', '529.982.247'],
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25999', '529.982.247-25'],
])('a CPF typed as %s reads %s', (typed, shown) => expect(maskCpf(typed)).toBe(shown));

test.each([
  ['3', '3'],
  ['31', '31'],
  ['311', '31/1'],
  ['31122024', '31/12/2024'],
  ['1/', '01/'],
  ['1/2/2024', '01/02/2024'],
  ['31/12/20245', '31/12/2024'],
  ['abc', ''],
])('a date typed as %s reads %s', (typed, shown) => expect(maskDate(typed)).toBe(shown));

test('a wire date is shown the way people write it, anything else as it is', () => {
  expect(shownDate('2024-02-31')).toBe('31/02/2024');
  expect(shownDate('31/0')).toBe('31/0');
});

test('the caret stays behind the digit it was behind', () => {
  expect(caretAfterMask('5299', 4, '529.9')).toBe(5);
  expect(caretAfterMask('5219.982', 3, '521.998.2')).toBe(3);
});

test('numbers follow the language', () => {
  expect(parseNumber('1.234,5', 'pt-BR')).toBe(1234.5);
  expect(parseNumber('1,234.5', 'en-US')).toBe(1234.5);
  expect(parseNumber('doze', 'pt-BR')).toBeNull();
  expect(parseNumber('1e5', 'pt-BR')).toBeNull();
  expect(shownNumber(1234.5, 'pt-BR')).toBe('1234,5');
});
