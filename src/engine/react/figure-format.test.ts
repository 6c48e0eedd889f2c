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
