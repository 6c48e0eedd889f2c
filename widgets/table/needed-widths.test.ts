import { expect, it } from 'vitest';
import type { Column } from './columns.ts';
import { neededWidths } from './needed-widths.ts';
import { createView, rowExpressions } from './view.ts';
import type { Row } from './view.ts';

function widthsOf(columns: Column[], rows: Row[]): number[] {
  const shape = {
    settings: { columns },
    columns,
    actions: [],
    computed: rowExpressions(columns, []),
    format: {} as never,
    t: (key: string) => key,
  };
  // Letters of names are wider than those of values, which are wider than those of heads.
  const letters: Record<string, number> = { '500': 8, '400': 7, '600': 6 };
  return neededWidths(createView(shape, rows, []), (text, font) => text.length * letters[font.slice(0, 3)]!);
}

it('should follow the longest text of the rows, or the head', () => {
  const columns: Column[] = [
    { field: 'name', title: 'Nome', cell: 'avatar' },
    { field: 'city', title: 'Cidade' },
    { field: 'code', title: 'Um nome de coluna longo', sort: true },
  ];
  const rows = [
    { name: 'Ana', city: 'Rio', code: '1' },
    { name: 'Letícia Moraes Vasconcelos', city: 'Cachoeiro de Itapemirim', code: '2' },
  ];
  // 26 letters of a name with a picture, 23 of a value, 23 of a head with an arrow; in steps of 8.
  expect(widthsOf(columns, rows)).toEqual([272, 192, 184]);
  expect(widthsOf(columns, [])).toEqual([48, 64, 184]);
});

it('should count badges, and estimate cells that show more than a text', () => {
  const badges = [{ text: 'Pessoa jurídica', when: undefined }] as unknown as NonNullable<Column['badges']>;
  const columns: Column[] = [
    { field: 'name', title: 'Nome', badges },
    { field: 'groups', title: 'Grupos', cell: 'link-list' },
    { field: 'note', title: 'Nota', child: 'input' },
  ];
  expect(widthsOf(columns, [{ name: 'Ana Lima', groups: [], note: 'x'.repeat(500) }])).toEqual([
    232, 200, 200,
  ]);
});
