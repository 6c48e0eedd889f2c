import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { interpolation, numbersInTexts } from './interpolation.ts';

it('writes numbers as the language does, and names that are numbers as they are', async () => {
  const i18n = createInstance().use(numbersInTexts);
  const translation = {
    rows: 'A {{limit}} B {{title}}',
    count_one: '{{count}} linha',
    count_other: '{{count}} linhas',
    named: '{{year}} {{version}} {{id}}',
  };
  const resources = Object.fromEntries(['pt', 'en', 'es'].map((lng) => [lng, { translation }]));
  await i18n.init({ interpolation, resources });
  const rows = (lng: string, limit: unknown) => i18n.t('rows', { lng, limit, title: '<b> 200000' });
  expect(rows('pt', 200_000)).toBe('A 200.000 B <b> 200000');
  expect(rows('en', 200_000.5)).toBe('A 200,000.5 B <b> 200000');
  expect(rows('es', 200_000)).toBe('A 200.000 B <b> 200000');
  expect(rows('pt', 0.000_01)).toBe('A 0,00001 B <b> 200000');
  // A value that was written already.
  expect(rows('pt', '200000')).toBe('A 200000 B <b> 200000');
  expect([1, 12_345].map((count) => i18n.t('count', { lng: 'pt', count }))).toEqual([
    '1 linha',
    '12.345 linhas',
  ]);
  expect(i18n.t('named', { lng: 'pt', year: 2026, version: 1200, id: 54_321 })).toBe('2026 1200 54321');
});
