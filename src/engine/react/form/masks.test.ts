import { expect, test } from 'vitest';
import {
  caretAfterMask,
  maskCep,
  maskCnpj,
  maskCpf,
  maskDate,
  maskDateTime,
  maskPhone,
  maskTime,
  parseNumber,
  shownDate,
  shownNumber,
} from './masks.ts';

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
  expect(parseNumber('9007199254740991', 'pt-BR')).toBe(9007199254740991);
  expect(parseNumber('9007199254740993', 'pt-BR')).toBeNull();
  expect(parseNumber('0,12345678901234567', 'pt-BR')).toBeNull();
  expect(shownNumber(1234.5, 'pt-BR')).toBe('1234,5');
});

test.each([
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['11222333000181', '11.222.333/0001-81'],
  ['11222', '11.222'],
  ['12ABC34501DEXY', '12.ABC.345/01DE'],
  ['', ''],
])('a CNPJ typed as %s reads %s', (typed, shown) => expect(maskCnpj(typed)).toBe(shown));

test.each([
  ['1', '(1'],
  ['113', '(11) 3'],
  ['1132654321', '(11) 3265-4321'],
  ['11987654321', '(11) 98765-4321'],
  ['(11) 98765-43210', '(11) 98765-4321'],
  ['+1 415 555 2671', '+14155552671'],
  ['+', '+'],
])('a telephone typed as %s reads %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown));

test.each([
  ['01310', '01310'],
  ['013101', '01310-1'],
  ['01310-1009', '01310-100'],
])('a postal code typed as %s reads %s', (typed, shown) => expect(maskCep(typed)).toBe(shown));

test.each([
  ['9:', '09:'],
  ['930', '93:0'],
  ['9:30', '09:30'],
  ['14305', '14:30'],
])('a time typed as %s reads %s', (typed, shown) => expect(maskTime(typed)).toBe(shown));

test.each([
  ['311220241430', '31/12/2024 14:30'],
  ['1/2/2024 9:5', '01/02/2024 09:5'],
  ['31/12/2024 ', '31/12/2024 '],
])('a day and time typed as %s reads %s', (typed, shown) => expect(maskDateTime(typed)).toBe(shown));

test('the caret counts letters where the mask takes them', () => {
  expect(caretAfterMask('12AB.C34', 4, '12.ABC.34')).toBe(5);
  expect(caretAfterMask('+141', 1, '+141')).toBe(1);
});
