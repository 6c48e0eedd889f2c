import { expect, it } from 'vitest';
import { categoryLabels } from './category-labels.ts';

/** Ten pixels for each letter. */
const measure = (text: string) => text.length * 10;

it('shows names that fit as they are', () => {
  const labels = categoryLabels(['Sul', 'Norte'], 200, measure);
  expect([labels.all, labels.rotate, labels.text('Norte')]).toEqual([true, 0, 'Norte']);
});

it('breaks names between words into two lines, and cuts what does not fit', () => {
  const labels = categoryLabels(['Recursos Humanos', 'Diretoria'], 216, measure);
  expect([labels.all, labels.rotate]).toEqual([true, 0]);
  expect(labels.text('Recursos Humanos')).toBe('Recursos\nHumanos');
  expect(labels.text('Diretoria')).toBe('Diretoria');
  expect(labels.text('Planejamento e obras do norte')).toBe('Planejame…\ne obras d…');
});

it('slants names that would be cut in a narrow line', () => {
  const dates = ['2026-01-01', '2026-02-01', '2026-03-01'];
  const labels = categoryLabels(dates, 250, (text) => text.length * 8);
  expect([labels.all, labels.rotate, labels.text('2026-02-01')]).toEqual([true, 40, '2026-02-01']);
});

it('slants the names of narrow categories, and names each of them', () => {
  const names = Array.from({ length: 10 }, (_, index) => `Unidade ${index}`);
  const labels = categoryLabels(names, 300, measure);
  expect([labels.all, labels.rotate, labels.text('Unidade 3'), labels.text('Recursos Humanos')]).toEqual([
    true,
    40,
    'Unidade 3',
    'Recursos…',
  ]);
});

it('leaves names out where there are too many', () => {
  const names = Array.from({ length: 100 }, (_, index) => `Unidade ${index}`);
  expect(categoryLabels(names, 300, measure)).toMatchObject({ all: false, rotate: 0 });
});

it('keeps a lone name within the axis, however long it is', () => {
  const labels = categoryLabels(['a'.repeat(500)], 300, measure);
  expect(measure(labels.text('a'.repeat(500)))).toBeLessThanOrEqual(300);
  expect(categoryLabels([], 300, measure).all).toBe(true);
});
