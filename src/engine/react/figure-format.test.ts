import { expect, it } from 'vitest';
import { languages } from '../../contracts/language.ts';
import { createFigureFormat } from './figure-format.ts';

const formatOf = (lang: (typeof languages)[number]) =>
  createFigureFormat(
    lang,
    'America/Sao_Paulo',
    (start) => start,
    (number, year) => `${number}/${year}`,
  );

it('should round for files as it writes', () => {
  const format = formatOf('pt');
  const value = 37 / 3;
  expect(format.rounded(value, {})).toBe(12.333);
  expect(format.rounded(value, { decimals: 1 })).toBe(12.3);
  expect(format.rounded(value, { decimals: 0 })).toBe(12);
  expect(format.rounded(value, { format: 'money' })).toBe(12.33);
  expect(format.rounded(value, { format: 'money', currency: 'JPY' })).toBe(12);
  expect(format.rounded(2 / 3, { format: 'percent' })).toBe(0.667);
  expect(format.rounded(2 / 3, { format: 'percent', decimals: 2 })).toBe(0.6667);
  expect(format.rounded(90.6, { format: 'duration' })).toBe(91);
  expect(format.rounded(1.005, { decimals: 2 })).toBe(1.01);
  expect(Object.is(format.rounded(-0.0001, {}), 0)).toBe(true);
  expect(format.rounded(1234567890123.5, { decimals: 2 })).toBe(1234567890123.5);
  expect(format.rounded(1e21 / 3, {})).toBe(1e21 / 3);
  expect(format.rounded(null, {})).toBeNull();
});

it('should write days as DD/MM in every language, and name months in its own', () => {
  for (const lang of languages) {
    const format = formatOf(lang);
    expect(format.shortPeriod('2026-11-03', 'day', true)).toBe('03/11');
    expect(format.period('2026-11-03', 'day')).toBe('03/11/2026');
    expect(format.period('2026-11-03', 'week')).toBe('03/11/2026');
  }
  expect(languages.map((lang) => formatOf(lang).shortPeriod('2026-09-01', 'month', true))).toEqual([
    'set',
    'Sep',
    'sept',
  ]);
});
