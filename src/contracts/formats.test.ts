import { describe, expect, test } from 'vitest';
import { cnpjOf, cnpjSigns, isCep, isClockTime, isCnpj, isCpf, isPhone, phoneDigits } from './formats.ts';

describe('CPF', () => {
  test.each(['', '529.982.247-25', '52998224725'])('%s is one', (text) => expect(isCpf(text)).toBe(true));
  test.each(['52998224724', '11111111111', '5299822472'])('%s is none', (text) =>
    expect(isCpf(text)).toBe(false),
  );
});

describe('CNPJ', () => {
  test.each(['', '11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35', '12abc34501de35'])(
    '%s is one',
    (text) => expect(isCnpj(text)).toBe(true),
  );
  test.each(['11222333000180', '12ABC34501DE36', '12ABC34501DEX5', '00000000000000', '1122233300018'])(
    '%s is none',
    (text) => expect(isCnpj(text)).toBe(false),
  );
  test.each([
    [11_222_333_0001, '11222333000181'],
    [1, '00000000000191'],
  ])('follows from a number: %s', (number, text) => {
    expect(cnpjOf(number)).toBe(text);
    expect(isCnpj(text)).toBe(true);
  });
  test('is stored without punctuation, letters in upper case', () =>
    expect(cnpjSigns('12.abc.345/01de-35')).toBe('12ABC34501DE35'));
});

describe('telephone', () => {
  test.each(['', '(11) 98765-4321', '1132654321', '+14155552671', '+5511987654321'])('%s is one', (text) =>
    expect(isPhone(text)).toBe(true),
  );
  test.each(['11887654321', '1112345678', '987654321', '01987654321', '+123', '+0123456789'])(
    '%s is none',
    (text) => expect(isPhone(text)).toBe(false),
  );
  test('is stored as its digits, international ones after a +', () => {
    expect(phoneDigits('(11) 98765-4321')).toBe('11987654321');
    expect(phoneDigits('+1 (415) 555-2671')).toBe('+14155552671');
  });
});

test('a postal code has eight digits', () => {
  expect(['', '01310-100', '01310100'].map(isCep)).toEqual([true, true, true]);
  expect(['0131010', '01310-10a', '013101-00'].map(isCep)).toEqual([false, false, false]);
});

test('a time of day is HH:MM', () => {
  expect(['', '00:00', '23:59'].map(isClockTime)).toEqual([true, true, true]);
  expect(['24:00', '9:30', '12:60', '12:30:00'].map(isClockTime)).toEqual([false, false, false, false]);
});
