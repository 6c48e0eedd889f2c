import { expect, it } from 'vitest';
import { definitionTexts, withScreenTexts } from './texts.ts';

it('sends the names of widgets that a view shows as titles, in every language', () => {
  const view = { body: [{ type: 'pivot-table', props: { title: '$palette.pivot-table.title' } }] };
  expect(withScreenTexts(view)['strings']).toEqual({
    pt: { 'palette.pivot-table.title': 'Tabela dinâmica' },
    en: { 'palette.pivot-table.title': 'Pivot table' },
    es: { 'palette.pivot-table.title': 'Tabla dinámica' },
  });
  expect(definitionTexts.has('palette.pivot-table.title')).toBe(true);
  expect(definitionTexts.has('palette.pivot-table.description')).toBe(false);
});
